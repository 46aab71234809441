import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PATCH /datastores/{id}/favorite', (app) => {
  test('puts a datastore first in lists, and takes that back', async () => {
    await makeDatastore(app)
    const id = await makeDatastore(app)
    const first = async () => (await app.ask('GET', '/api/datastores')).body.items[0].id
    for (const favorite of [true, false]) {
      const { status, body } = await app.ask('PATCH', `/api/datastores/${id}/favorite`, { favorite })
      assert.deepEqual([status, body.id, body.favorite], [200, id, favorite])
      assert.equal((await first()) === id, favorite)
    }
  })
})
