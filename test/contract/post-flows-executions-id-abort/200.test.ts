import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('POST /flows/executions/{id}/abort', (app) => {
  test('what goes on can be aborted once, and what was delivered is not sent again', async () => {
    const { id } = await makeFlow(app)
    const { body } = await app.ask('POST', `/api/flows/${id}/execute`)
    const path = `/api/flows/executions/${body.id}`
    const aborted = await app.ask('POST', `${path}/abort`)
    assert.deepEqual([aborted.body.result, aborted.body.action_executions[0].result], ['aborted', 'aborted'])
    await assertRefused(app, () => app.ask('POST', `${path}/abort`), 409, 'wrong_state')
    await assertRefused(app, () => app.ask('POST', `${path}/resend`), 409, 'wrong_state')
  })
})
