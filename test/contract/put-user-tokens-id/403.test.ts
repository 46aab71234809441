import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('PUT /user-tokens/{id} refuses', (app) => {
  test('to let somebody bring back their own revoked token: it may have leaked', async () => {
    const manager = await app.user('Manager')
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'leaked' }, manager)
    const path = `/api/user-tokens/${body.id}`
    await app.ask('PUT', path, { active: false })
    await assertRefused(app, () => app.ask('PUT', path, { active: true }, manager), 403, 'forbidden')
  })

  test('the token of somebody else', async () => {
    const [owner, other] = [await app.user('Member'), await app.user('Manager')]
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'theirs' }, owner)
    for (const active of [false, true]) {
      const ask = () => app.ask('PUT', `/api/user-tokens/${body.id}`, { active }, other)
      await assertRefused(app, ask, 403, 'forbidden')
    }
  })
})
