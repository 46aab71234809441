import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('DELETE /fields excludes several fields', (app) => {
  test('excludes all of them or, when one is refused, none', async () => {
    const { container } = await makePeople(app)
    const path = `/fields?container=${container}&status=excluded`
    const { body } = await app.ask('GET', `/fields?container=${container}`)
    const [first, second, third] = body.items.map(({ id }: { id: number }) => id)
    const some = [{ id: second }, { id: third, archive: false }]
    await assertRefused(app, () => app.ask('DELETE', '/fields', some), 409, 'wrong_state')
    const { status } = await app.ask('DELETE', '/fields', [{ id: second, archive: true }, { id: first }])
    assert.equal(status, 204)
    assert.deepEqual(
      (await app.ask('GET', path)).body.items.map(({ id }: { id: number }) => id),
      [first, second],
    )
  })

  test('which all exist, else 404 comes before the 403 of one of them', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('GET', `/fields?container=${container}`)
    const both = [{ id: body.items[0].id }, { id: 9_999_999 }]
    const manager = await app.user('Manager')
    for (const [method, path] of [
      ['DELETE', '/fields'],
      ['PATCH', '/fields/restore'],
    ] as const)
      await assertRefused(app, () => app.ask(method, path, both, manager), 404, 'not_found')
  })
})
