import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('PUT /users/{id}', (app) => {
  test('an update changes what is given and nothing else', async () => {
    const { body: user } = await app.ask('POST', '/api/users', { user_name: 'alan', name: 'Alan' })
    const { status, body } = await app.ask('PUT', `/api/users/${user.id}`, { role: 'Manager', email: null })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...user, role: 'Manager' })
    assert.deepEqual((await app.ask('PUT', `/api/users/${user.id}`, body)).body, body)
  })
})
