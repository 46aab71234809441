import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeConnection, makeDatastore } from '../../harness/factories.ts'

describeContract('GET /connections', (app) => {
  before(async () => {
    for (const name of ['b', 'a', 'c']) await makeConnection(app, { name })
  })
  const names = async (query: string, token?: string) =>
    (await app.ask('GET', `/api/connections?${query}`, undefined, token)).body.items.map(
      ({ name }: { name: string }) => name,
    )

  test('lists by name, a page at a time', async () => {
    assert.deepEqual(await names('', await app.user('Manager')), ['a', 'b', 'c'])
    assert.deepEqual(await names('size=2&page=2'), ['c'])
    const { body } = await app.ask('GET', '/api/connections?size=2&page=3')
    assert.deepEqual(body, { items: [], total: 3, page: 3, size: 2, pages: 2 })
  })

  test('filters by exact name and by types', async () => {
    assert.deepEqual(await names('name=a'), ['a'])
    assert.deepEqual(await names('name=A'), ['a'], 'in any letter case where none is called exactly so')
    await makeConnection(app, { name: 'A' })
    assert.deepEqual(await names('name=A'), ['A'])
    assert.deepEqual(await names('name=a'), ['a'])
    assert.deepEqual(await names('name=_'), [])
    assert.deepEqual(await names('type=local&type=sqlite'), ['A', 'a', 'b', 'c'])
    assert.deepEqual(await names('type=sqlite'), [])
  })

  test('names only datastores that the caller may know of', async () => {
    const datastore = await makeDatastore(app)
    const { body } = await app.ask('GET', `/api/datastores/${datastore}`)
    await makeDatastore(app, {}, { connection_id: body.connection_id, name: 'hidden' })
    const datastores = async (token: string) =>
      (await app.ask('GET', `/api/connections/${body.connection_id}`, undefined, token)).body.datastores
    const expected = [{ id: datastore, name: body.name }]
    assert.equal((await datastores(await app.user('Manager'))).length, 2)
    assert.deepEqual(await datastores(await app.user('Member', { Reporter: [datastore] })), expected)
  })

  test('to a Member there are only the connections of their datastores, without the way to the source', async () => {
    const datastore = await makeDatastore(app)
    const { connection_id } = (await app.ask('GET', `/api/datastores/${datastore}`)).body
    const secret = { host: 'db.internal', username: 'reader', uri: null, parameters: { application: 'x' } }
    await app.environment.store.database
      .updateTable('connections')
      .set({ ...secret, parameters: JSON.stringify(secret.parameters) })
      .where('id', '=', connection_id)
      .execute()
    const member = await app.user('Member', { Reporter: [datastore] })
    const { body } = await app.ask('GET', '/api/connections', undefined, member)
    assert.deepEqual([body.total, body.items[0].id], [1, connection_id])
    const single = await app.ask('GET', `/api/connections/${connection_id}`, undefined, member)
    for (const { host, port, username, uri, parameters } of [body.items[0], single.body]) {
      assert.deepEqual([host, port, username, uri, parameters], [null, null, null, null, {}])
    }
    const { body: whole } = await app.ask('GET', `/api/connections/${connection_id}`)
    assert.deepEqual(
      [whole.host, whole.username, whole.parameters],
      ['db.internal', 'reader', { application: 'x' }],
    )
    assert.equal(
      (await app.ask('GET', '/api/connections', undefined, await app.user('Member'))).body.total,
      0,
    )
  })
})
