import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '../../src/store/migrate.ts'
import { answering } from '../harness/http-sink.ts'
import { messagesOf, nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

const [first, second, third] = [1, 2, 3].map((place) => `7f1f0c5e-0000-4000-8000-00000000000${place}`)

describe('a flow that is changed while it goes on', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp()))
  after(() => app.close())
  beforeEach(() => void (app.sink.received.length = 0))

  const put = ({ id }: { id: number }, actions: object[]) => app.ask('PUT', `/api/flows/${id}`, { actions })
  const outcomes = (execution: { action_executions: { result: string; message: string }[] }) =>
    execution.action_executions.map(({ result, message }) => [result, message])

  /** Executes a flow of two messages, one after the other, and changes it before the first is refused once. */
  const changedBetween = async (change: (flow: { id: number }) => Promise<unknown>) => {
    const { promise: changed, resolve: tellChanged } = Promise.withResolvers<void>()
    app.sink.answer = async (request, response) => {
      const isFirst = app.sink.received.length === 1
      await changed
      answering(isFirst ? 503 : 200, '')(request, response)
    }
    const flow = await app.flow({
      trigger_type: 'manual',
      actions: [
        app.hook('first', { uuid: first }),
        app.hook('second', { uuid: second, parent_action_uuid: first }),
      ],
    })
    await app.ask('POST', `/api/flows/${flow.id}/execute`)
    while (app.sink.received.length === 0) await delay(10)
    await change(flow)
    tellChanged()
    return (await app.executions(flow, 1))[0]
  }

  test('goes on as it began when an action is put between two others', async () => {
    const execution = await changedBetween((flow) =>
      put(flow, [
        app.hook('first', { uuid: first }),
        app.hook('between', { uuid: third, parent_action_uuid: first }),
        app.hook('second', { uuid: second, parent_action_uuid: third }),
      ]),
    )
    assert.equal(execution.result, 'success')
    assert.deepEqual(messagesOf(app.sink), ['first', 'first', 'second'])
  })

  test('goes on as it began when an action follows nothing any more', async () => {
    const execution = await changedBetween((flow) =>
      put(flow, [app.hook('first', { uuid: first }), app.hook('second', { uuid: second })]),
    )
    assert.equal(execution.result, 'success')
    assert.deepEqual(messagesOf(app.sink), ['first', 'first', 'second'])
  })

  test('ends with what was taken out of it, and what followed that is skipped', async () => {
    const execution = await changedBetween((flow) => put(flow, [app.hook('second', { uuid: second })]))
    assert.equal(execution.result, 'aborted')
    assert.deepEqual(outcomes(execution), [
      ['aborted', 'The action was taken out of the flow.'],
      ['skipped', 'Not done, because the action before it ended with aborted.'],
    ])
    assert.deepEqual(messagesOf(app.sink), ['first'])
  })

  test('ends when it is deleted, and nothing of it is sent again', async () => {
    const execution = await changedBetween(({ id }) => app.ask('DELETE', `/api/flows/${id}`))
    assert.deepEqual(outcomes(execution), [
      ['aborted', 'The flow was deleted.'],
      ['skipped', 'Not done, because the action before it ended with aborted.'],
    ])
    assert.deepEqual(messagesOf(app.sink), ['first'])
  })

  test('goes on when it is deactivated', async () => {
    const execution = await changedBetween(({ id }) =>
      app.ask('PATCH', `/api/flows/${id}/deactivated`, { deactivated: true }),
    )
    assert.equal(execution.result, 'success')
  })

  test('keeps later messages about one thing waiting no longer than it takes', async () => {
    const source = await nameless(app, 1)
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    let isChanged = false
    app.sink.answer = (request, response) => answering(isChanged ? 200 : 503, '')(request, response)
    const actions = (message: string) => [
      app.hook('before', { uuid: first }),
      app.hook(message, { uuid: second, parent_action_uuid: first }),
    ]
    const flow = await app.flow({ trigger_type: 'anomaly_status', actions: actions('{{ anomaly_status }}') })
    const change = (status: string) => app.ask('PUT', `/api/anomalies/${body.items[0].id}`, { status })
    await change('Acknowledged')
    while (app.sink.received.length === 0) await delay(10)
    await put(flow, [app.hook('before', { uuid: first }), app.hook('{{ anomaly_status }}', { uuid: second })])
    isChanged = true
    await change('Active')
    const executions = await app.executions(flow, 2)
    assert.deepEqual(
      executions.map(({ result }) => result),
      ['success', 'success'],
    )
    assert.deepEqual(
      messagesOf(app.sink).filter((message) => message !== 'before'),
      ['Acknowledged', 'Active'],
    )
  })
})

describe('an execution of an earlier version', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp(0)))
  after(() => app.close())

  test('is ended where it waits for what its flow has no longer, and goes on elsewhere', async () => {
    const { pool } = app.environment.store
    const executed = async () => {
      const flow = await app.flow({
        trigger_type: 'manual',
        actions: [
          app.hook('first', { uuid: first }),
          app.hook('second', { uuid: second, parent_action_uuid: first }),
          app.hook('third', { parent_action_uuid: second }),
        ],
      })
      const { body } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
      return { flow, path: `/api/flows/executions/${body.id}`, part: body.action_executions[0].id }
    }
    const [hanging, going] = [await executed(), await executed()]
    await app.ask('PUT', `/api/flows/${hanging.flow.id}`, { actions: [app.hook('second', { uuid: second })] })
    await pool.query(
      `update flow_action_executions set result = 'failure', message = 'refused', end_time = clock_timestamp() where id = $1`,
      [hanging.part],
    )
    await pool.query('alter table flow_action_executions drop column parent_id')
    await pool.query('delete from schema_migrations where number = 199')
    assert.equal(await migrate(pool), 1)
    const { body: ended } = await app.ask('GET', hanging.path)
    assert.deepEqual([ended.result, ended.message], ['failure', 'refused'])
    assert.deepEqual(
      ended.action_executions.map(({ result }: { result: string }) => result),
      ['failure', 'skipped', 'skipped'],
    )
    app.sink.answer = answering(200, '')
    app.addKeeper()
    const [goneOn] = await app.executions(going.flow, 1)
    assert.equal(goneOn.result, 'success')
    assert.deepEqual(messagesOf(app.sink), ['first', 'second', 'third'])
  })
})
