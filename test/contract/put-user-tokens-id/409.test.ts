import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('PUT /user-tokens/{id} refuses', (app) => {
  test('to restore a token that has expired meanwhile', async () => {
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'short', expires_in_days: 1 })
    const path = `/api/user-tokens/${body.id}`
    await app.ask('PUT', path, { active: false })
    app.clock.time = new Date(app.clock.time.getTime() + 86_400_000)
    await assertRefused(app, () => app.ask('PUT', path, { active: true }), 409, 'wrong_state')
  })
})
