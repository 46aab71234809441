import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { wakeFlows } from '../../src/store/flows/flows.ts'
import { nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('what flows let through', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp()))
  after(() => app.close())

  /** A datastore with the tag `shop` whose container has `people`, and whose failing check has `gold`. */
  const tagged = async () => {
    const source = await nameless(app, 2)
    const [container] = (await app.containers(source)).values()
    const { body: checks } = await app.ask('GET', `/api/quality-checks?datastore=${source.datastore_id}`)
    for (const [method, path, body] of [
      ['PUT', `/api/datastores/${source.datastore_id}`, { tags: ['shop'] }],
      ['PATCH', '/api/containers', [{ id: container, tags: ['people'] }]],
      ['PUT', `/api/quality-checks/${checks.items[0].id}`, { tags: ['gold'] }],
    ] as const) {
      const answer = await app.ask(method, path, body)
      assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    }
    return source
  }
  const anomaliesOf = async (datastore: number) =>
    (await app.ask('GET', `/api/anomalies?datastore=${datastore}&archived=include`)).body.items
  const countOf = async (flow: { id: number }): Promise<number> =>
    (await app.ask('GET', `/api/flows/executions?flow=${flow.id}`)).body.total

  /** Makes a flow for each set of filters, and says which of them were set off how often. */
  const setOff = async (
    cases: readonly (readonly [string, object, number])[],
    happen: () => Promise<unknown>,
  ): Promise<void> => {
    const flows = []
    for (const [trigger_type, filters] of cases) flows.push(await app.flow({ trigger_type, ...filters }))
    await happen()
    await app.quiet()
    const told = []
    for (const [at, [trigger, filters]] of cases.entries())
      told.push([trigger, filters, await countOf(flows[at])])
    assert.deepEqual(told, cases)
    for (const { id } of flows) await app.ask('DELETE', `/api/flows/${id}`)
  }

  test('of a scan, its container and its anomalies: tags that are all there, one of the others, and the weight', async () => {
    const measured = await tagged()
    await app.scan(measured)
    const [{ weight }] = await anomaliesOf(measured.datastore_id)
    assert.equal(typeof weight, 'number')
    const source = await tagged()
    await setOff(
      [
        ['operation', { filter_operation_type: ['scan', 'sync'] }, 1],
        ['operation', { filter_operation_type: ['profile'] }, 0],
        ['operation', { filter_operation_result: 'success' }, 1],
        ['operation', { filter_operation_result: 'failure' }, 0],
        ['operation', { filter_tags: ['shop'] }, 1],
        ['operation', { filter_tags: ['shop', 'other'] }, 0],
        ['partition_scan', { filter_tags: ['people', 'shop'] }, 1],
        ['partition_scan', { filter_tags: ['people', 'gold'] }, 0],
        ['partition_scan', { check_rule_types: ['unique', 'notNull'] }, 1],
        ['partition_scan', { check_rule_types: ['unique'] }, 0],
        ['anomaly', { filter_tags: ['gold'] }, 2],
        ['anomaly', { filter_tags: ['gold', 'other'] }, 0],
        ['anomaly', { check_rule_types: ['notNull', 'unique'] }, 2],
        ['anomaly', { check_rule_types: ['unique'] }, 0],
        ['anomaly', { weight_threshold: weight }, 2],
        ['anomaly', { weight_threshold: weight + 1 }, 0],
        ['anomaly', { filter_datastores: [source.datastore_id, measured.datastore_id] }, 2],
        ['anomaly', { filter_datastores: [measured.datastore_id] }, 0],
      ],
      () => app.scan(source),
    )
    const [{ id }] = await anomaliesOf(source.datastore_id)
    await setOff(
      [
        ['anomaly_status', { filter_anomaly_status: ['Acknowledged', 'Invalid'] }, 1],
        ['anomaly_status', { filter_anomaly_status: ['Invalid'] }, 0],
        ['anomaly_status', { filter_tags: ['gold'] }, 1],
        ['anomaly_status', { filter_tags: ['other'] }, 0],
        ['anomaly_status', { filter_datastores: [measured.datastore_id] }, 0],
        ['anomaly_status', { deactivated: true }, 0],
      ],
      () => app.ask('PUT', `/api/anomalies/${id}`, { status: 'Acknowledged' }),
    )
  })

  test('of times: a schedule that is due goes off once, and says when it is due again', async () => {
    const flow = await app.flow({ trigger_type: 'schedule', crontab: '0 3 * * *', timezone: 'Europe/Berlin' })
    const { pool, database } = app.environment.store
    await pool.query(`update flows set next_run = clock_timestamp() - interval '3 days' where id = $1`, [
      flow.id,
    ])
    await wakeFlows(database)
    const [execution] = await app.executions(flow, 1)
    assert.deepEqual([execution.trigger_type, execution.result], ['schedule', 'success'])
    await app.quiet()
    assert.equal(await countOf(flow), 1)
    const { body } = await app.ask('GET', `/api/flows/${flow.id}`)
    assert.equal(body.next_run, flow.next_run)
    assert.notEqual(body.last_triggered, null)
  })

  test('a message can be looked at with the newest anomaly that the caller may see', async () => {
    const source = await nameless(app, 1)
    await app.scan(source)
    const [{ id }] = await anomaliesOf(source.datastore_id)
    const asked = {
      trigger_type: 'anomaly',
      tokenized_message: '{{ flow_name }}: {{ anomaly_message }} {{ target_link }}',
      flow_name: 'Night',
    }
    const { body } = await app.ask('POST', '/api/flows/preview', asked)
    assert.deepEqual(body, {
      message: `Night: \`name\` has no value. /api/anomalies/${id}`,
      is_example: false,
    })
    const stranger = await app.user('Manager', {})
    assert.doesNotMatch(
      JSON.stringify((await app.ask('POST', '/api/flows/preview', asked, stranger)).body),
      new RegExp(`anomalies/${id}\\b`),
    )
  })

  test('inactive anomalies are deleted by tag and status, and nothing else is', async () => {
    const source = await tagged()
    await app.scan(source)
    const [one, other] = (await anomaliesOf(source.datastore_id)) as { id: number }[]
    await app.ask('PUT', `/api/anomalies/${one?.id}`, { status: 'Acknowledged' })
    const { pool } = app.environment.store
    await pool.query(
      `update anomalies set created = created - interval '9 days', last_detected = last_detected - interval '9 days'
       where datastore_id = $1`,
      [source.datastore_id],
    )
    await pool.query(
      `update anomaly_status_changes set created = created - interval '9 days' where anomaly_id = $1`,
      [one?.id],
    )
    const deletion = {
      action: 'delete',
      inactivity_days: 7,
      filter_datastores: [source.datastore_id],
      filter_tags: ['gold'],
      filter_statuses: ['Active'],
    }
    const flow = await app.flow({
      trigger_type: 'manual',
      actions: [{ type: 'anomaly', anomaly: deletion }],
    })
    await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const [
      {
        action_executions: [part],
      },
    ] = await app.executions(flow, 1)
    assert.equal(part.message, '1 anomaly was deleted after 7 days of inactivity.')
    assert.equal((await app.ask('GET', `/api/anomalies/${other?.id}`)).status, 404)
    assert.equal((await app.ask('GET', `/api/anomalies/${one?.id}`)).status, 200)
  })
})

describe('an execution that is aborted', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp(1, 0)))
  after(() => app.close())

  test('ends the run that it has started, and does nothing that was to follow', async () => {
    const worker = app.addWorker()
    const { datastore_id } = await nameless(app, 1)
    await worker.stop()
    const uuid = '7f1f0c5e-0000-4000-8000-000000000001'
    const flow = await app.flow({
      trigger_type: 'manual',
      actions: [
        { type: 'operation', uuid, operation: { type: 'scan', datastore_id } },
        app.hook('never', { parent_action_uuid: uuid }),
      ],
    })
    const { body: begun } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const path = `/api/flows/executions/${begun.id}`
    let run: { id: number } | null = null
    while (run === null) run = (await app.ask('GET', path)).body.action_executions[0].operation
    const { body: aborted } = await app.ask('POST', `${path}/abort`)
    assert.deepEqual(
      [aborted.result, ...aborted.action_executions.map(({ result }: { result: string }) => result)],
      ['aborted', 'aborted', 'aborted'],
    )
    assert.equal((await app.ask('GET', `/api/operations/${run.id}`)).body.result, 'aborted')
    assert.equal(app.sink.received.length, 0)
  })
})
