import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /global-tags/listing', (app) => {
  test('is a bare list of all tags by name', async () => {
    for (const name of ['listing', 'b c', 'a']) await app.ask('POST', '/api/global-tags', { name })
    const { body } = await app.ask('GET', '/api/global-tags/listing', undefined, await app.user('Member'))
    assert.deepEqual(
      body.map(({ name }: { name: string }) => name),
      ['a', 'b c', 'listing'],
    )
    assert.deepEqual(body[0], (await app.ask('GET', '/api/global-tags/a')).body)
  })
})
