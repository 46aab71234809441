import assert from 'node:assert/strict'
import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { channels } from '../../src/channels/registry.ts'
import { runFacts } from '../../src/store/flows/run-facts.ts'
import { lineageFacts } from '../../src/services/flows/lineage-facts.ts'
import { duckdbRows } from '../connectors/written-tables.ts'
import { nameless, startFlowApp, type FlowApp } from '../flows/flow-stories.ts'

interface LineageEvent {
  eventType: string
  eventTime: string
  run: { runId: string; facets: { errorMessage?: { message: string } } }
  job: { namespace: string; name: string }
  inputs: {
    namespace: string
    name: string
    inputFacets?: { dataQualityAssertions: { assertions: { success: boolean; column?: string }[] } }
  }[]
  outputs: { namespace: string; name: string }[]
}

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
const specFolder = new URL('spec/', import.meta.url)
for (const file of readdirSync(specFolder).filter((name) => name.endsWith('.json')))
  ajv.addSchema(JSON.parse(readFileSync(new URL(file, specFolder), 'utf8')) as object)

/** Fails unless the event and each of its facets are as their own schemas want them. */
function assertValid(event: unknown): void {
  const compare = (url: string, value: unknown) =>
    assert.ok(ajv.validate(url, value), `${url}: ${ajv.errorsText()} in ${JSON.stringify(value)}`)
  compare('https://openlineage.io/spec/2-0-2/OpenLineage.json', event)
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const url = (value as { _schemaURL?: string })._schemaURL
    if (url !== undefined) compare(url, value)
    Object.values(value).forEach(walk)
  }
  walk(event)
}

describe('lineage', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp()))
  after(() => app.close())
  beforeEach(() => void (app.sink.received.length = 0))

  const lineageFlow = (members: object = {}) =>
    app.flow({
      trigger_type: 'operation',
      actions: [
        {
          type: 'notification',
          notification_type: 'OpenLineage',
          parameters: { url: `${app.sink.url}/api/v1/lineage`, api_key: 'CANARY-lineage' },
        },
      ],
      ...members,
    })
  const events = (): LineageEvent[] =>
    app.sink.received.map(({ text }) => {
      const event = JSON.parse(text) as LineageEvent
      assertValid(event)
      return event
    })

  test('has the start and the end of a scan in their order, with what its checks found', async () => {
    const source = await nameless(app, 2)
    await app.check(source, 'people.csv', { rule: 'notNull', fields: ['id'] })
    const { datastore_id } = source
    const flow = await lineageFlow({ filter_datastores: [datastore_id], filter_operation_type: ['scan'] })
    const scan = await app.scan(source)
    const executions = await app.executions(flow, 2)
    assert.deepEqual(
      executions.map(({ trigger_type, trigger_id, result }) => [trigger_type, trigger_id, result]),
      [
        ['operation_start', scan.id, 'success'],
        ['operation', scan.id, 'success'],
      ],
    )
    const [start, end, ...more] = events()
    assert.deepEqual(more, [])
    assert.ok(start && end)
    assert.deepEqual(
      [start.eventType, start.eventTime, end.eventType, end.eventTime],
      ['START', scan.start_time, 'COMPLETE', scan.end_time],
    )
    assert.equal(start.run.runId, end.run.runId)
    assert.deepEqual([end.job.namespace, end.job.name], ['assay', `${scan.datastore.name}.scan`])
    assert.equal(app.sink.received[0]?.headers.authorization, 'Bearer CANARY-lineage')
    const [input] = end.inputs
    assert.deepEqual([input?.namespace, input?.name], ['file', `${source.folder}/people.csv`])
    assert.deepEqual(
      input?.inputFacets?.dataQualityAssertions.assertions.map(({ success, column }) => [column, success]),
      [
        ['name', false],
        ['id', true],
      ],
    )
    const { body } = await app.ask('GET', '/api/flows/executions')
    assert.doesNotMatch(JSON.stringify(body) + app.logged.join(), /CANARY/)
    await app.ask('DELETE', `/api/flows/${flow.id}`)
  })

  test('has a start and an abort of a run that was ended before it began', async () => {
    const source = await nameless(app, 1)
    const flow = await lineageFlow({ filter_datastores: [source.datastore_id] })
    const { pool } = app.environment.store
    const { rows } = await pool.query<{ id: number }>(
      `insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by)
       select type, trigger_type, datastore_id, payload, status, triggered_by from operations where datastore_id = $1
       returning id`,
      [source.datastore_id],
    )
    await app.ask('PUT', `/api/operations/abort/${rows[0]?.id}`)
    await app.executions(flow, 1)
    const [start, end] = events()
    assert.deepEqual([start?.eventType, end?.eventType], ['START', 'ABORT'])
    assert.equal(start?.run.runId, end?.run.runId)
    assert.ok(end?.run.facets.errorMessage?.message)
    await app.ask('DELETE', `/api/flows/${flow.id}`)
  })

  test('names what a run has written, once it ended well', async () => {
    const source = await nameless(app, 2)
    const { datastore_id } = source
    const uri = `${source.folder}/results.duckdb`
    await duckdbRows(uri, 'select 1')
    const { body: store } = await app.ask('POST', '/api/datastores', {
      name: `Results of ${datastore_id}`,
      connection: { name: `Results of ${datastore_id}`, type: 'duckdb', uri },
      schema: 'main',
      enrichment_only: true,
    })
    const { body: linked } = await app.ask('PATCH', `/api/datastores/${datastore_id}/enrichment/${store.id}`)
    const prefix: string = linked.enrichment_prefix
    const flow = await lineageFlow({ filter_datastores: [datastore_id] })
    const runs = [{}, { type: 'materialize' }, { type: 'export', asset_type: 'profiles' }]
    for (const [index, payload] of runs.entries()) {
      await app.scan(source, payload)
      await app.executions(flow, 2 * index + 2)
    }
    const container = (await app.containers(source)).get('people.csv')
    const outputs = events()
      .filter(({ eventType, outputs }) => eventType === 'COMPLETE' || outputs.length > 0)
      .map(({ job, outputs }) => [
        job.name.replace(/.*\./, ''),
        outputs.map(({ namespace, name }) => `${namespace} ${name}`),
      ])
    const called = (tables: string[]) => tables.map((table) => `duckdb:${uri} main.${prefix}_${table}`)
    assert.deepEqual(outputs, [
      ['scan', called(['check_metrics', 'failed_checks', 'source_records', 'scan_operations'])],
      ['materialize', called([`materialize_${container}`])],
      ['export', called(['field_profiles_export'])],
    ])
    const tables = (await duckdbRows(uri, 'select table_name from duckdb_tables()')).map(([name]) => name)
    for (const name of outputs.flatMap(([, names]) => names ?? []))
      assert.ok(tables.includes(name.replace(/.*main\./, '')), `${name} is in ${tables.join()}`)
    const [, end] = await app.executions(flow, 6)
    const nobody = 0
    const { run } = await lineageFacts(
      app.environment.store.database,
      { operation_id: end.trigger_id, trigger_type: 'operation', event_time: new Date().toISOString() },
      nobody,
    )
    assert.deepEqual(run?.outputs, [], 'an owner who may not see the enrichment datastore is not told of it')
    await app.ask('DELETE', `/api/flows/${flow.id}`)
  })

  test('has another run when a run is taken up again, because each begins and ends once', async () => {
    const source = await nameless(app, 1)
    const flow = await lineageFlow({ filter_datastores: [source.datastore_id] })
    renameSync(`${source.folder}/people.csv`, `${source.folder}/away`)
    const failed = await app.scan(source)
    assert.equal(failed.result, 'failure')
    await app.executions(flow, 2)
    renameSync(`${source.folder}/away`, `${source.folder}/people.csv`)
    const { status } = await app.ask('PUT', `/api/operations/run/${failed.id}`)
    assert.equal(status, 200)
    await app.executions(flow, 4)
    const told = events()
    assert.deepEqual(
      told.map(({ eventType }) => eventType),
      ['START', 'FAIL', 'START', 'COMPLETE'],
    )
    const [first, failure, second, end] = told.map(({ run }) => run.runId)
    assert.equal(first, failure)
    assert.equal(second, end)
    assert.notEqual(first, second)
    assert.ok(String(told[1]?.eventTime) < String(told[2]?.eventTime))
    await app.ask('DELETE', `/api/flows/${flow.id}`)
  })

  test('tells of an end before that, late, as of the run that it was', async () => {
    const source = await nameless(app, 1)
    const scan = await app.scan(source)
    const { pool, database } = app.environment.store
    await pool.query('update operations set dispatched = clock_timestamp() where id = $1', [scan.id])
    const late = await runFacts(database, scan.id, 'end', scan.end_time)
    assert.deepEqual([late?.result, late?.resumed, late?.end_time], ['aborted', null, scan.end_time])
    const now = await runFacts(database, scan.id, 'end', new Date().toISOString())
    assert.deepEqual([now?.result, now?.resumed === null], ['success', false])
  })

  test('is written for nobody while no flow asks for it', async () => {
    const source = await nameless(app, 1)
    const other = await app.flow({ trigger_type: 'operation', actions: [app.hook('ended')] })
    await app.scan(source)
    const executions = await app.executions(other, 1)
    assert.deepEqual(
      executions.map(({ trigger_type }) => trigger_type),
      ['operation'],
    )
    await app.ask('DELETE', `/api/flows/${other.id}`)
  })

  test('is refused in a flow that is not about runs', async () => {
    const { status, body } = await app.ask('POST', '/api/flows', {
      name: 'Wrong',
      trigger_type: 'manual',
      actions: [
        {
          type: 'notification',
          notification_type: 'OpenLineage',
          tokenized_message: 'x',
          parameters: { url: 'https://lineage.example.com' },
        },
      ],
    })
    assert.equal(status, 422)
    assert.match(JSON.stringify(body), /tells of runs: it needs the end of a run as the trigger/)
  })

  test('is valid in the examples, too', () => {
    const bodies = channels
      .get('OpenLineage')
      .examples.flatMap(({ sends }) => (sends && 'body' in sends ? [sends.body] : []))
    assert.equal(bodies.length, 1)
    bodies.forEach(assertValid)
  })
})
