import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('GET /datastores/listing', (app) => {
  test('is a bare list by name, of what the caller may know of', async () => {
    const own = await makeDatastore(app, {}, { name: 'b' })
    const other = await makeDatastore(app, {}, { name: 'a' })
    const listing = async (token?: string) =>
      (await app.ask('GET', '/api/datastores/listing', undefined, token)).body
    const stub = (id: number, name: string) => ({
      id,
      name,
      type: 'local',
      store_type: 'dfs',
      enrichment_only: false,
    })
    assert.deepEqual(await listing(), [stub(other, 'a'), stub(own, 'b')])
    assert.deepEqual(await listing(await app.user('Member', { Reporter: [own] })), [stub(own, 'b')])
    assert.deepEqual(await listing(await app.user('Member')), [])
    assert.equal((await listing(await app.user('Manager'))).length, 2)
  })
})
