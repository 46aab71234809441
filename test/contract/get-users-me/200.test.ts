import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePeople } from '../../harness/factories.ts'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /users/me', (app) => {
  test('shows everybody who they are, with their role and teams, and nobody else', async () => {
    for (const role of ['Member', 'Manager', 'Admin'] as const) {
      const token = await app.user(role)
      const { status, body } = await app.ask('GET', '/api/users/me', undefined, token)
      assert.deepEqual([status, body.user_name, body.role], [200, token, role])
      assert.ok(Array.isArray(body.teams))
    }
  })

  test('shows the permission that counts on each datastore, the highest of all teams, and to an Admin every one', async () => {
    const { datastore: one } = await makePeople(app)
    const { datastore: other } = await makePeople(app)
    const token = await app.user('Member', { Viewer: [one], Author: [one] })
    const { body: seen } = await app.ask('GET', '/api/users/me', undefined, token)
    assert.deepEqual([seen.permissions, seen.token], [{ [one]: 'Author' }, null])
    const { body: admin } = await app.ask('GET', '/api/users/me')
    assert.deepEqual(admin.permissions, { [one]: 'Editor', [other]: 'Editor' })
  })
})
