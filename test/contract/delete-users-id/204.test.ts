import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('DELETE /users/{id}', (app) => {
  const names = async (query: string, token?: string) => {
    const { body } = await app.ask('GET', `/api/users?${query}`, undefined, token)
    return body.items.map((user: { user_name: string }) => user.user_name)
  }

  test('a deleted user is out of the list and of every team, but keeps its name', async () => {
    const { body: user } = await app.ask('POST', '/api/users', { user_name: 'eve' })
    assert.equal((await app.ask('DELETE', `/api/users/${user.id}`)).status, 204)
    assert.deepEqual(await names('name=eve'), [])
    assert.deepEqual(await names('name=eve&include_deleted=true'), ['eve'])
    const { body } = await app.ask('GET', `/api/users/${user.id}`)
    assert.deepEqual([body.deleted_at, body.teams], [app.clock.time.toISOString(), []])
    await assertRefused(app, () => app.ask('PUT', `/api/users/${user.id}`, { name: 'x' }), 404, 'not_found')
    await assertRefused(app, () => app.ask('POST', '/api/users', { user_name: 'eve' }), 409, 'conflict')
  })
})
