import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('The only Admin stays', (app) => {
  test('the only Admin can neither be deleted nor made less; of two, one can', async () => {
    const { body } = await app.ask('GET', '/api/users?role=Admin')
    const [{ id }] = body.items
    await assertRefused(app, () => app.ask('DELETE', `/api/users/${id}`), 409, 'conflict')
    await assertRefused(app, () => app.ask('PUT', `/api/users/${id}`, { role: 'Member' }), 409, 'conflict')
    assert.equal((await app.ask('PUT', `/api/users/${id}`, { role: 'Admin', name: 'Root' })).status, 200)
    const other = await app.ask('POST', '/api/users', { user_name: 'second', role: 'Admin' })
    const answers = await Promise.all([
      app.ask('PUT', `/api/users/${id}`, { role: 'Member' }),
      app.ask('DELETE', `/api/users/${other.body.id}`),
    ])
    assert.deepEqual(answers.map(({ status }) => status === 409).sort(), [false, true])
  })
})
