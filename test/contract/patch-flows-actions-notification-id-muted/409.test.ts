import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('PATCH /flows/actions/notification/{id}/muted', (app) => {
  test('an action that is no notification is muted with its flow alone', async () => {
    const anomaly = { action: 'archive', inactivity_days: 7 }
    const { body: flow } = await app.ask('POST', '/api/flows', {
      name: 'Tidy',
      trigger_type: 'manual',
      actions: [{ type: 'anomaly', anomaly }],
    })
    const path = `/api/flows/actions/notification/${flow.actions[0].id}/muted`
    await assertRefused(app, () => app.ask('PATCH', path, { muted: true }), 409, 'wrong_state')
  })
})
