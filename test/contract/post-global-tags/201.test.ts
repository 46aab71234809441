import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('POST /global-tags makes a tag', (app) => {
  test('whole, or with nothing but a name; any name that is taken can be read and deleted by its path', async () => {
    const full = {
      name: 'pii',
      color: '#A0b1C2',
      description: 'Personal',
      category: 'privacy',
      weight_modifier: -10,
    }
    const { status, body } = await app.ask('POST', '/api/global-tags', { type: 'global', ...full })
    assert.deepEqual([status, body], [201, { type: 'global', ...full }])
    for (const name of ['two words', 'a.b', 'größe & "+1"', 'x'.repeat(255)]) {
      assert.equal((await app.ask('POST', '/api/global-tags', { name })).body.weight_modifier, 0)
      const path = `/api/global-tags/${encodeURIComponent(name)}`
      assert.equal((await app.ask('GET', path)).body.name, name)
      assert.equal((await app.ask('DELETE', path)).status, 204)
      assert.equal((await app.ask('GET', path)).status, 404)
    }
  })
})
