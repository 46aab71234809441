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

  test('lists by name, a page at a time, to every Member', async () => {
    const member = await app.user('Member')
    assert.deepEqual(await names('', member), ['a', 'b', 'c'])
    assert.deepEqual(await names('size=2&page=2'), ['c'])
    const { body } = await app.ask('GET', '/api/connections?size=2&page=3')
    assert.deepEqual(body, { items: [], total: 3, page: 3, size: 2, pages: 2 })
  })

  test('filters by exact name and by types', async () => {
    assert.deepEqual(await names('name=a'), ['a'])
    assert.deepEqual(await names('name=A'), [])
    assert.deepEqual(await names('type=local&type=sqlite'), ['a', 'b', 'c'])
    assert.deepEqual(await names('type=sqlite'), [])
  })

  test('names only datastores that the caller may know of', async () => {
    const datastore = await makeDatastore(app)
    const { body } = await app.ask('GET', `/api/datastores/${datastore}`)
    const datastores = async (token: string) =>
      (await app.ask('GET', `/api/connections/${body.connection_id}`, undefined, token)).body.datastores
    const expected = [{ id: datastore, name: body.name }]
    assert.deepEqual(await datastores(await app.user('Member')), [])
    assert.deepEqual(await datastores(await app.user('Manager')), expected)
    assert.deepEqual(await datastores(await app.user('Member', { Reporter: [datastore] })), expected)
  })
})
