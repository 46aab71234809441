import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PATCH /containers tags several', (app) => {
  test('each gets exactly its tags; without tags it stays; a Viewer may', async () => {
    const one = await makePeople(app)
    const two = await makePeople(app)
    const viewer = await app.user('Member', { Viewer: [one.datastore, two.datastore] })
    const patch = async (body: object[]) =>
      (await app.ask('PATCH', '/api/containers', body, viewer)).body.map(
        ({ global_tags }: { global_tags: { name: string }[] }) => global_tags.map(({ name }) => name),
      )
    assert.deepEqual(
      await patch([
        { id: one.container, tags: ['a', 'b'] },
        { id: two.container, tags: ['b'] },
      ]),
      [['a', 'b'], ['b']],
    )
    assert.deepEqual(await patch([{ id: two.container }, { id: one.container, tags: [] }]), [['b'], []])
  })
})
