import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /flows/executions/{id}/resend', (app) => {
  test('an execution without a notification that failed has nothing to send again', async () => {
    const { body: flow } = await app.ask('POST', '/api/flows', { name: 'Quiet', trigger_type: 'manual' })
    const { body } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const path = `/api/flows/executions/${body.id}/resend`
    await assertRefused(app, () => app.ask('POST', path), 409, 'wrong_state')
  })
})
