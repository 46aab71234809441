import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /flows/executions/{id}', (app) => {
  test('it has each action as it was when the flow went off, and what became of it', async () => {
    const inApp = { type: 'notification', notification_type: 'InApp', tokenized_message: 'hello' }
    const { body: flow } = await app.ask('POST', '/api/flows', {
      name: 'Tell',
      trigger_type: 'manual',
      actions: [inApp],
    })
    const { body: begun } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    await app.ask('PUT', `/api/flows/${flow.id}`, { actions: [] })
    const member = await app.user('Member')
    const { status, body } = await app.ask('GET', `/api/flows/executions/${begun.id}`, undefined, member)
    assert.equal(status, 200)
    const [part] = body.action_executions
    assert.deepEqual(
      [
        body.flow.id,
        body.trigger_type,
        body.anomaly_count,
        part.action.tokenized_message,
        part.action.parameters,
      ],
      [flow.id, 'manual', 0, 'hello', null],
    )
  })
})
