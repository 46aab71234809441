import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET /global-tags', (app) => {
  test('lists by name; tags of assets are among them, and a deleted one is off everything', async () => {
    const { datastore, container } = await makePeople(app)
    await app.ask('PUT', `/api/datastores/${datastore}`, { tags: ['b'] })
    await app.ask('PUT', `/api/containers/${container}`, { tags: ['c', 'b'] })
    const check = await makeCheck(app, container, { tags: ['a'] })
    const { body } = await app.ask('GET', '/api/global-tags?size=2', undefined, await app.user('Member'))
    assert.deepEqual([body.items.map(({ name }: { name: string }) => name), body.total], [['a', 'b'], 3])
    await app.ask('DELETE', '/api/global-tags/b', undefined, await app.user('Manager'))
    await app.ask('DELETE', '/api/global-tags/a')
    const tags = async (path: string) =>
      (await app.ask('GET', path)).body.global_tags.map(({ name }: { name: string }) => name)
    assert.deepEqual(await tags(`/api/datastores/${datastore}`), [])
    assert.deepEqual(await tags(`/api/containers/${container}`), ['c'])
    assert.deepEqual(await tags(`/api/quality-checks/${check}`), [])
  })
})
