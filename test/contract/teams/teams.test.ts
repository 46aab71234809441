import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('/teams', (app) => {
  const everybody = async () => (await app.ask('GET', '/api/teams?name=Public')).body.items[0]

  test('a team gives its users its permission on its datastores, and takes it back when it is deleted', async () => {
    const datastore = await makeDatastore(app)
    const member = await app.user('Member')
    const { body: users } = await app.ask('GET', `/api/users?name=${member}`)
    const [{ id: user_id, name }] = users.items
    const read = async () => (await app.ask('GET', `/api/datastores/${datastore}`, undefined, member)).status
    assert.equal(await read(), 403)
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
    assert.equal(await read(), 403)
  })

  test('an update keeps what is left out, and a list replaces the whole list', async () => {
    const first = await makeDatastore(app)
    const second = await makeDatastore(app)
    const { body: team } = await app.ask('POST', '/api/teams', {
      name: 'Keepers',
      description: 'Keep it',
      permission: 'Editor',
      datastore_ids: [first],
    })
    const renamed = await app.ask('PUT', `/api/teams/${team.id}`, { name: 'Finders' })
    assert.deepEqual(renamed.body, { ...team, name: 'Finders' })
    const moved = await app.ask('PUT', `/api/teams/${team.id}`, { datastore_ids: [second] })
    assert.deepEqual(
      moved.body.datastores.map(({ id }: { id: number }) => id),
      [second],
    )
    assert.deepEqual((await app.ask('PUT', `/api/teams/${team.id}`, moved.body)).body, moved.body)
  })

  test('the list is by name, and everybody may see the names', async () => {
    const member = await app.user('Member')
    const { body } = await app.ask('GET', '/api/teams?sort_name=desc')
    const names = body.items.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, names.toSorted().toReversed())
    const listing = await app.ask('GET', '/api/teams/listing', undefined, member)
    assert.deepEqual(listing.body.map(({ name }: { name: string }) => name).toSorted(), names.toReversed())
  })

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

  test('a name that is taken is refused', async () => {
    const input = { name: 'Twice', permission: 'Viewer' }
    await app.ask('POST', '/api/teams', input)
    await assertRefused(app, () => app.ask('POST', '/api/teams', input), 409, 'conflict')
  })

  for (const [input, place] of [
    [{ permission: 'Viewer' }, 'body.name'],
    [{ name: 'x' }, 'body.permission'],
    [{ name: 'x', permission: 'Owner' }, 'body.permission'],
    [{ name: 'x', permission: 'Viewer', user_ids: ['1'] }, 'body.user_ids.0'],
  ] as const) {
    test(`${JSON.stringify(input)} is refused`, async () => {
      const answer = await assertRefused(app, () => app.ask('POST', '/api/teams', input), 422, 'invalid')
      assert.deepEqual(places(answer), [place])
    })
  }
})
