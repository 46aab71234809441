import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('DELETE /global-tags/{name}', (app) => {
  test('takes the tag from everything that carried it', async () => {
    const { container } = await makePeople(app)
    await app.ask('PATCH', '/api/containers', [{ id: container, tags: ['old', 'kept'] }])
    const { status, body } = await app.ask('DELETE', '/api/global-tags/old')
    assert.deepEqual([status, body], [204, ''])
    const { body: tagged } = await app.ask('GET', `/api/containers/${container}`)
    assert.deepEqual(
      tagged.global_tags.map(({ name }: { name: string }) => name),
      ['kept'],
    )
    assert.equal((await app.ask('GET', '/api/global-tags/old')).status, 404)
  })
})
