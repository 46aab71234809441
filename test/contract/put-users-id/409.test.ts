import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('PUT /users/{id}', (app) => {
  test('the only Admin stays an Admin', async () => {
    const { body } = await app.ask('GET', '/api/users?role=Admin')
    const url = `/api/users/${body.items[0].id}`
    await assertRefused(app, () => app.ask('PUT', url, { role: 'Member' }), 409, 'conflict')
  })

  test('a name that another user has, or had, is refused', async () => {
    for (const user_name of ['ada', 'alan']) await app.ask('POST', '/api/users', { user_name })
    const { body } = await app.ask('GET', '/api/users?name=alan')
    const rename = () => app.ask('PUT', `/api/users/${body.items[0].id}`, { user_name: 'ada' })
    const refusal = await assertRefused(app, rename, 409, 'conflict')
    assert.match(refusal.body.detail, /"ada"/)
  })
})
