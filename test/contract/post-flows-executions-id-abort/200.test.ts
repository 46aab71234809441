import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

const inApp = { type: 'notification', notification_type: 'InApp', tokenized_message: 'hello' }

describeContract('POST /flows/executions/{id}/abort', (app) => {
  const make = async () =>
    (await app.ask('POST', '/api/flows', { name: 'By hand', trigger_type: 'manual', actions: [inApp] })).body

  test('what goes on can be aborted once, and what was delivered is not sent again', async () => {
    const { id } = await make()
    const { body } = await app.ask('POST', `/api/flows/${id}/execute`)
    const path = `/api/flows/executions/${body.id}`
    const aborted = await app.ask('POST', `${path}/abort`)
    assert.deepEqual([aborted.body.result, aborted.body.action_executions[0].result], ['aborted', 'aborted'])
    await assertRefused(app, () => app.ask('POST', `${path}/abort`), 409, 'wrong_state')
    await assertRefused(app, () => app.ask('POST', `${path}/resend`), 409, 'wrong_state')
  })
})
