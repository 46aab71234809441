import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('The team of everybody', (app) => {
  const everybody = async () => (await app.ask('GET', '/api/teams?name=Public')).body.items[0]

  test('the team of everybody keeps its name and its people, but may get datastores', async () => {
    const { id, users } = await everybody()
    const put = (change: object) => app.ask('PUT', `/api/teams/${id}`, change)
    await assertRefused(app, () => app.ask('DELETE', `/api/teams/${id}`), 409, 'conflict')
    await assertRefused(app, () => put({ name: 'Private' }), 409, 'conflict')
    const stranger = (await app.ask('GET', '/api/users')).body.items.find(
      (user: { id: number }) => !users.some((one: { id: number }) => one.id === user.id),
    )
    await assertRefused(app, () => put({ user_ids: [stranger.id] }), 409, 'conflict')
    const datastore = await makeDatastore(app)
    const user_ids = users.map((user: { id: number }) => user.id)
    const { status } = await put({
      name: 'Public',
      permission: 'Reporter',
      user_ids,
      datastore_ids: [datastore],
    })
    assert.equal(status, 200)
    assert.equal((await everybody()).datastores.length, 1)
  })
})
