import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /teams', (app) => {
  test('the list is by name, and everybody may see the names', async () => {
    const member = await app.user('Member')
    const { body } = await app.ask('GET', '/api/teams?sort_name=desc')
    const names = body.items.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, names.toSorted().toReversed())
    const listing = await app.ask('GET', '/api/teams/listing', undefined, member)
    assert.deepEqual(listing.body.map(({ name }: { name: string }) => name).toSorted(), names.toReversed())
  })
})
