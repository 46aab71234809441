import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { endedBadly, makeFlow } from '../../harness/flows.ts'

describeContract('POST /flows/executions/{id}/resend', (app) => {
  test('what was not delivered is in line again under the same id, and no longer among the undelivered', async () => {
    const { id } = await endedBadly(app, await makeFlow(app))
    const listed = async () => (await app.ask('GET', '/api/flows/executions?undelivered=true')).body.items
    const [before] = await listed()
    assert.equal(before.id, id)
    const { status, body } = await app.ask('POST', `/api/flows/executions/${id}/resend`)
    assert.equal(status, 200)
    const [part] = body.action_executions
    assert.deepEqual(
      [body.result, body.end_time, part.result, part.end_time],
      ['running', null, 'pending', null],
    )
    assert.equal(part.notification.delivery_id, before.action_executions[0].notification.delivery_id)
    assert.deepEqual(await listed(), [])
  })
})
