import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PATCH /fields/restore brings several fields back', (app) => {
  test('all or none, answered in their order', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('GET', `/fields?container=${container}`)
    const [first, second, third] = body.items.map(({ id }: { id: number }) => ({ id }))
    await app.ask('DELETE', '/fields', [first, second])
    await assertRefused(app, () => app.ask('PATCH', '/fields/restore', [first, third]), 409, 'wrong_state')
    const restored = await app.ask('PATCH', '/fields/restore', [second, first])
    assert.deepEqual(
      restored.body.map(({ id, status }: { id: number; status: string }) => [id, status]),
      [
        [second.id, 'active'],
        [first.id, 'active'],
      ],
    )
  })
})
