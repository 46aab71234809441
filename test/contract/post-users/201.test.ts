import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('POST /users', (app) => {
  test('a new user is a Member, a Human and in the team of everybody', async () => {
    const input = { user_name: 'ada', email: 'ada@example.com', name: 'Ada', unknown: 1 }
    const { status, body } = await app.ask('POST', '/api/users', input)
    assert.equal(status, 201)
    const { id, created_at, ...rest } = body
    assert.ok(created_at)
    assert.deepEqual(rest, {
      user_id: id,
      user_name: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      role: 'Member',
      user_type: 'Human',
      teams: ['Public'],
      last_login: null,
      deleted_at: null,
    })
    assert.deepEqual((await app.ask('GET', `/api/users/${id}`)).body, body)
  })
})
