import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /global-tags/{name}', (app) => {
  test('changes what is given, and what carries the tag shows it', async () => {
    const { container } = await makePeople(app)
    await app.ask('POST', '/api/global-tags', { name: 'kept', category: 'law', weight_modifier: 3 })
    await app.ask('PATCH', '/api/containers', [{ id: container, tags: ['kept'] }])
    const change = { color: '#00AA11', weight_modifier: -2 }
    const { status, body } = await app.ask('PUT', '/api/global-tags/kept', change)
    const changed = { type: 'global', name: 'kept', description: null, category: 'law', ...change }
    assert.deepEqual([status, body], [200, changed])
    const { body: tagged } = await app.ask('GET', `/api/containers/${container}`)
    assert.deepEqual(tagged.global_tags, [changed])
    const cleared = { color: null, category: null, weight_modifier: null }
    const { body: bare } = await app.ask('PUT', '/api/global-tags/kept', cleared)
    assert.deepEqual(bare, { ...changed, ...cleared, weight_modifier: 0 })
  })

  test('keeps the name, and takes no weight beyond ten', async () => {
    await app.ask('POST', '/api/global-tags', { name: 'named' })
    const rename = () => app.ask('PUT', '/api/global-tags/named', { name: 'other', color: '#00AA11' })
    await assertRefused(app, rename, 409, 'conflict')
    const { body } = await app.ask('GET', '/api/global-tags/named')
    assert.equal((await app.ask('PUT', '/api/global-tags/named', body)).status, 200, 'whole, as it was read')
    const heavy = () => app.ask('PUT', '/api/global-tags/named', { weight_modifier: 11 })
    assert.deepEqual(places(await assertRefused(app, heavy, 422, 'invalid')), ['body.weight_modifier'])
  })
})
