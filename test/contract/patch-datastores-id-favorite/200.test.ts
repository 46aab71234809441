import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PATCH /datastores/{id}/favorite', (app) => {
  test('puts a datastore first in lists, and takes that back', async () => {
    await makeDatastore(app)
    const id = await makeDatastore(app)
    const first = async () => (await app.ask('GET', '/api/datastores')).body.items[0].id
    for (const favorite of [true, true, false, false]) {
      const { status, body } = await app.ask('PATCH', `/api/datastores/${id}/favorite`, { favorite })
      assert.deepEqual([status, body.id, body.favorite], [200, id, favorite])
      assert.equal((await first()) === id, favorite)
    }
  })

  test('is of the caller alone', async () => {
    const [other, id] = [await makeDatastore(app), await makeDatastore(app)]
    const colleague = await app.user('Member', { Reporter: [other, id] })
    await app.ask('PATCH', `/api/datastores/${id}/favorite`, { favorite: true })
    const run = (await app.ask('POST', '/api/operations/run', { type: 'sync', datastore_id: id })).body.id
    const marks = async (token?: string) => {
      const ask = (path: string) => app.ask('GET', path, undefined, token)
      const list = (await ask('/api/datastores')).body.items
      return {
        list: list.map((datastore: { id: number; favorite: boolean }) => [datastore.id, datastore.favorite]),
        single: (await ask(`/api/datastores/${id}`)).body.favorite,
        run: (await ask(`/api/operations/${run}`)).body.datastore.favorite,
      }
    }
    const expected = {
      list: [
        [other, false],
        [id, false],
      ],
      single: false,
      run: false,
    }
    assert.deepEqual(await marks(colleague), expected)
    const own = await marks()
    assert.deepEqual([own.list[0], own.single, own.run], [[id, true], true, true])
  })
})
