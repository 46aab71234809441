import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { endedBadly, makeFlow } from '../../harness/flows.ts'

describeContract('POST /flows/executions/{id}/resend', (app) => {
  test('an execution without a notification that failed has nothing to send again', async () => {
    const { body: flow } = await app.ask('POST', '/api/flows', { name: 'Quiet', trigger_type: 'manual' })
    const { body } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const path = `/api/flows/executions/${body.id}/resend`
    await assertRefused(app, () => app.ask('POST', path), 409, 'wrong_state')
  })

  test('what its flow has no longer is not sent again, and stays among the undelivered', async () => {
    const [changed, deleted] = [
      await endedBadly(app, await makeFlow(app)),
      await endedBadly(app, await makeFlow(app)),
    ]
    await app.ask('PUT', `/api/flows/${changed.flow.id}`, { actions: [] })
    await app.ask('DELETE', `/api/flows/${deleted.flow.id}`)
    for (const { id } of [changed, deleted]) {
      const path = `/api/flows/executions/${id}/resend`
      await assertRefused(app, () => app.ask('POST', path), 409, 'wrong_state')
    }
    const { body } = await app.ask('GET', '/api/flows/executions?undelivered=true')
    assert.deepEqual(
      body.items.map(({ id }: { id: number }) => id),
      [deleted.id, changed.id],
    )
  })
})
