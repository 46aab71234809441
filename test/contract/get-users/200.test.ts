import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /users', (app) => {
  const names = async (query: string, token?: string) => {
    const { body } = await app.ask('GET', `/api/users?${query}`, undefined, token)
    return body.items.map((user: { user_name: string }) => user.user_name)
  }

  test('the list is by user name and filtered by part of a name, role, type and team', async () => {
    await app.ask('POST', '/api/users', { user_name: 'ada', name: 'Ada' })
    await app.ask('POST', '/api/users', { user_name: 'alan', role: 'Manager' })
    await app.ask('POST', '/api/users', { user_name: 'bot', user_type: 'Service', name: '100%' })
    const manager = await app.user('Manager')
    assert.deepEqual(await names('name=ADA', manager), ['ada'])
    assert.deepEqual(await names('name=100%25'), ['bot'])
    assert.deepEqual(await names('name=0%250'), [])
    assert.deepEqual(await names('type=Service'), ['bot'])
    assert.deepEqual(await names('role=Manager&role=Admin&name=a'), ['admin-1', 'alan', 'manager-2'])
    assert.deepEqual(await names('team=Public'), ['ada', 'alan', 'bot'])
    assert.deepEqual(await names('team=Public&sort=name&sort_dir=desc'), ['ada', 'bot', 'alan'])
    assert.deepEqual(await names('team=Public&sort=created_at'), ['ada', 'alan', 'bot'])
    assert.deepEqual(await names('team=Public&sort=user_name&sort_dir=desc'), ['bot', 'alan', 'ada'])
  })
})
