import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('GET /flows/executions/{id}', (app) => {
  test('it has each action as it was when the flow went off, and what became of it', async () => {
    const flow = await makeFlow(app)
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
