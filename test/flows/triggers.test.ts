import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { answering } from '../harness/http-sink.ts'
import { messagesOf, nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('what sets flows off', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp()))
  after(() => app.close())
  beforeEach(() => void (app.sink.received.length = 0))

  const removed = (flow: { id: number }) => app.ask('DELETE', `/api/flows/${flow.id}`)

  test('a scan that finds anomalies tells of the run, of the container, and of each anomaly up to the limit', async () => {
    const source = await nameless(app, 5)
    const { datastore_id } = source
    const filter_datastores = [datastore_id]
    const ofRun = await app.flow({
      trigger_type: 'operation',
      filter_datastores,
      filter_operation_type: ['scan'],
      actions: [app.hook('run {{operation_type}} {{ operation_result }}')],
    })
    const ofContainer = await app.flow({
      trigger_type: 'partition_scan',
      filter_datastores,
      actions: [app.hook('container {{container_name}} {{anomaly_count}}')],
    })
    const ofEach = await app.flow({
      trigger_type: 'anomaly',
      filter_datastores,
      burst_limit: 2,
      actions: [app.hook('each {{anomaly_message}}')],
    })
    const ofAllButOne = await app.flow({ trigger_type: 'anomaly', filter_datastores, burst_limit: 4 })
    const other = await app.flow({
      trigger_type: 'anomaly',
      filter_datastores: [(await nameless(app, 1)).datastore_id],
      actions: [app.hook('never')],
    })
    const scan = await app.scan(source)
    assert.equal(scan.result, 'success')
    const [run] = await app.executions(ofRun, 1)
    assert.deepEqual([run.result, run.trigger_id, run.datastore_id], ['success', scan.id, datastore_id])
    assert.equal((await app.executions(ofContainer, 1))[0].anomaly_count, 5)
    const each = await app.executions(ofEach, 3)
    assert.deepEqual(
      each.map(({ anomaly_count }) => anomaly_count),
      [1, 1, 3],
    )
    const { body: found } = await app.ask('GET', `/api/anomalies?datastore=${datastore_id}`)
    assert.deepEqual(
      (await app.executions(ofAllButOne, 5)).map(({ trigger_id }) => trigger_id).sort(),
      found.items.map(({ id }: { id: number }) => id).sort(),
      'a rest of one is named like the others',
    )
    assert.equal((await app.executions(other, 0)).length, 0)
    const messages = messagesOf(app.sink).sort()
    assert.equal(messages.length, 5)
    assert.equal(messages[0], 'container people.csv 5')
    assert.deepEqual(messages.slice(1, 4), [
      'each `name` has no value.',
      'each `name` has no value.',
      'each and 3 more',
    ])
    assert.equal(messages[4], 'run scan success')
    await app.scan(source)
    await app.quiet()
    assert.equal(
      (await app.executions(ofEach, 3)).length,
      3,
      'anomalies that are known are not told of again',
    )
    for (const flow of [ofRun, ofContainer, ofEach, ofAllButOne, other]) await removed(flow)
  })

  test('flows about other datastores cost a scan no event', async () => {
    const [source, another] = [await nameless(app, 1), await nameless(app, 1)]
    const filter_datastores = [another.datastore_id]
    const flows = []
    for (const trigger_type of ['anomaly', 'partition_scan', 'operation'])
      flows.push(await app.flow({ trigger_type, filter_datastores }))
    const written = async (): Promise<number> => {
      const { rows } = await app.environment.store.pool.query<{ last: number }>(
        'select case when is_called then last_value else 0 end as last from flow_events_id_seq',
      )
      return Number(rows[0]?.last)
    }
    const before = await written()
    await app.scan(source)
    assert.equal(await written(), before)
    await app.scan(another)
    assert.equal(await written(), before + 3)
    for (const flow of flows) await removed(flow)
  })

  test('changes of one anomaly are told in their order, also while the receiver fails', async () => {
    const source = await nameless(app, 1)
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    const [{ id }] = body.items
    const flow = await app.flow({
      trigger_type: 'anomaly_status',
      actions: [app.hook('{{ anomaly_status }}')],
    })
    let refusals = 1
    app.sink.answer = (request, response) => {
      refusals -= 1
      answering(refusals >= 0 ? 503 : 200, '')(request, response)
    }
    await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Acknowledged' })
    await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Active' })
    await app.ask('DELETE', `/api/anomalies/${id}?archive=true&status=Invalid`)
    const executions = await app.executions(flow, 3)
    assert.deepEqual(
      executions.map(({ result }) => result),
      ['success', 'success', 'success'],
    )
    assert.deepEqual(messagesOf(app.sink), ['Acknowledged', 'Acknowledged', 'Active', 'Invalid'])
    const [first, again] = app.sink.received
    assert.equal(first?.headers['idempotency-key'], again?.headers['idempotency-key'])
    assert.equal(executions[0].action_executions[0].notification.attempts, 2)
    await removed(flow)
  })

  test('a run that a flow starts carries the execution, ends its action, and does not set that flow off again', async () => {
    const source = await nameless(app, 1)
    const { datastore_id } = source
    const flow = await app.flow({
      trigger_type: 'anomaly_status',
      actions: [
        {
          type: 'operation',
          uuid: '7f1f0c5e-0000-4000-8000-000000000001',
          operation: { type: 'scan', datastore_id },
        },
        app.hook('scanned', { parent_action_uuid: '7f1f0c5e-0000-4000-8000-000000000001' }),
      ],
    })
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${datastore_id}`)
    source.write({ 'people.csv': 'id,name\n0,Ada\n' })
    await app.ask('PUT', `/api/anomalies/${body.items[0].id}`, { status: 'Acknowledged' })
    const [execution] = await app.executions(flow, 1)
    assert.equal(execution.result, 'success')
    const [started, told] = execution.action_executions
    const { body: run } = await app.ask('GET', `/api/operations/${started.operation.id}`)
    assert.equal(run.action_execution_id, started.id)
    assert.deepEqual(run.flow_triggering_path, [flow.id])
    assert.equal(told.result, 'success')
    await app.quiet()
    assert.equal((await app.executions(flow, 1)).length, 1)
    const { body: log } = await app.ask('GET', `/api/operations/${run.id}/logs`)
    assert.match(JSON.stringify(log), /was not set off by this run: the run comes from that flow itself/)
    await removed(flow)
  })

  test('each kind of run that a flow can start ends its action, one after the other', async () => {
    const { datastore_id } = await nameless(app, 1)
    const root_path = join(app.folder, 'results')
    mkdirSync(root_path)
    const { body: results } = await app.ask('POST', '/api/datastores', {
      name: 'results',
      connection: { name: 'results', type: 'local' },
      root_path,
      enrichment_only: true,
    })
    await app.ask('PATCH', `/api/datastores/${datastore_id}/enrichment/${results.id}`)
    const kinds = ['sync', 'profile', 'scan', 'export', 'materialize']
    const uuidOf = (place: number) => `7f1f0c5e-0000-4000-8000-00000000001${place}`
    const flow = await app.flow({
      trigger_type: 'manual',
      actions: kinds.map((type, place) => ({
        type: 'operation',
        uuid: uuidOf(place),
        ...(place > 0 && { parent_action_uuid: uuidOf(place - 1) }),
        operation: { type, datastore_id, ...(type === 'export' && { asset_type: 'anomalies' }) },
      })),
    })
    await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const [execution] = await app.executions(flow, 1)
    const done: { result: string; operation: { id: number } }[] = execution.action_executions
    assert.deepEqual(
      done.map(({ result }) => result),
      kinds.map(() => 'success'),
      JSON.stringify(done),
    )
    const runs = await Promise.all(
      done.map(async ({ operation }) => (await app.ask('GET', `/api/operations/${operation.id}`)).body.type),
    )
    assert.deepEqual(runs, kinds)
    await removed(flow)
  })
})
