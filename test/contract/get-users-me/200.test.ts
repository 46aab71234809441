import assert from 'node:assert/strict'
import { test } from 'node:test'
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
})
