import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { messagesOf, nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('whom flows tell of what', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp()))
  after(() => app.close())

  test('a flow tells of what its owner may see, and its messages are for those who may see the datastore', async () => {
    const [seen, hidden] = [await nameless(app, 1), await nameless(app, 1)]
    const owner = await app.user('Manager', { Reporter: [seen.datastore_id] })
    const { body: flow } = await app.ask(
      'POST',
      '/api/flows',
      {
        name: 'Tell',
        trigger_type: 'anomaly',
        actions: [
          { type: 'notification', notification_type: 'InApp', tokenized_message: 'of {{ datastore_name }}' },
          app.hook('of {{ datastore_name }}'),
        ],
      },
      owner,
    )
    await app.scan(hidden)
    await app.scan(seen)
    const [execution, ...more] = await app.executions(flow, 1)
    assert.deepEqual([execution.datastore_id, more], [seen.datastore_id, []])
    assert.deepEqual(messagesOf(app.sink), ['of source 1'])
    const inboxOf = async (token?: string) =>
      (await app.ask('GET', '/api/notifications', undefined, token)).body.items.length
    assert.deepEqual(
      [await inboxOf(owner), await inboxOf(), await inboxOf(await app.user('Member'))],
      [1, 1, 0],
    )
    const stranger = await app.user('Member')
    assert.equal((await app.ask('GET', '/api/flows/executions', undefined, stranger)).body.total, 0)
    const { id: execution_id, result, start_time, end_time } = execution
    for (const [caller, newest] of [
      [undefined, { id: execution_id, result, start_time, end_time }],
      [stranger, null],
    ] as const) {
      const { body: flows } = await app.ask('GET', '/api/flows?size=1000', undefined, caller)
      const listed = flows.items.find((flow: { id: number }) => flow.id === execution.flow.id)
      assert.deepEqual(listed.last_execution, newest)
      assert.equal(listed.execution_count, newest === null ? 0 : 1)
    }
    assert.equal(
      (await app.ask('GET', `/api/flows/executions/${execution.id}`, undefined, stranger)).status,
      404,
    )

    const again = await app.ask('POST', `/api/flows/${flow.id}/execute`, {}, owner)
    assert.equal(again.body.trigger_id, execution.trigger_id, 'the newest anomaly that the caller may see')
  })

  test('a flow whose owner lost the permission starts no run there, and says whose permission is missing', async () => {
    const { datastore_id } = await nameless(app, 1)
    const owner = await app.user('Manager', { Editor: [datastore_id] })
    const operation = { type: 'sync', datastore_id }
    const actions = [{ type: 'operation', operation }]
    const given = { name: 'Start', trigger_type: 'manual', actions }
    const { body: flow } = await app.ask('POST', '/api/flows', given, owner)
    const { database } = app.environment.store
    await database.deleteFrom('teams').where('name', 'like', `${owner} %`).execute()
    assert.equal((await app.ask('POST', `/api/flows/${flow.id}/execute`, {})).status, 200)
    const [{ result, action_executions }] = await app.executions(flow, 1)
    assert.deepEqual([result, action_executions[0].operation], ['failure', null])
    assert.equal(
      action_executions[0].message,
      `${owner}, in whose name the flow acts, needs Editor on the datastore ${datastore_id} for this and does not have it any more; whoever saves the flow has it act in their own name.`,
    )
  })
})
