import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('POST /teams', (app) => {
  test('a team gives its users its permission on its datastores, and takes it back when it is deleted', async () => {
    const datastore = await makeDatastore(app)
    const member = await app.user('Member')
    const { body: users } = await app.ask('GET', `/api/users?name=${member}`)
    const [{ id: user_id, name }] = users.items
    const read = async () => (await app.ask('GET', `/api/datastores/${datastore}`, undefined, member)).status
    assert.equal(await read(), 404)
    const { status, body } = await app.ask('POST', '/api/teams', {
      name: 'Analysts',
      permission: 'Reporter',
      user_ids: [user_id, user_id],
      datastore_ids: [datastore],
    })
    assert.equal(status, 201)
    assert.deepEqual(body.users, [{ id: user_id, user_name: member, name }])
    assert.deepEqual(
      body.datastores.map(({ id }: { id: number }) => id),
      [datastore],
    )
    assert.deepEqual((await app.ask('GET', `/api/teams/${body.id}`)).body, body)
    assert.equal(await read(), 200)
    assert.equal((await app.ask('DELETE', `/api/teams/${body.id}`)).status, 204)
    assert.equal(await read(), 404)
  })
})
