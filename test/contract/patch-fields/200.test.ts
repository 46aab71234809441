import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PATCH /fields changes several fields', (app) => {
  let ids: number[] = []
  let datastore = 0
  before(async () => {
    const people = await makePeople(app)
    datastore = people.datastore
    const { body } = await app.ask('GET', `/fields?container=${people.container}`)
    ids = body.items.map((field: { id: number }) => field.id)
  })

  test('all at once, answered in their order', async () => {
    const [first, second] = ids
    const editor = await app.user('Member', { Editor: [datastore] })
    const changes = [
      { id: second, status: 'masked' },
      { id: first, tags: ['key'] },
    ]
    const { status, body } = await app.ask('PATCH', '/fields', changes, editor)
    assert.equal(status, 200)
    assert.deepEqual(
      body.map((field: { id: number; status: string; global_tags: unknown[] }) => [
        field.id,
        field.status,
        field.global_tags.length,
      ]),
      [
        [second, 'masked', 0],
        [first, 'active', 1],
      ],
    )
  })

  test('or none, when one of them is refused', async () => {
    const changes = [{ id: ids[2], status: 'masked' }, { id: 999_999 }]
    await assertRefused(app, () => app.ask('PATCH', '/fields', changes), 404, 'not_found')
    const viewer = await app.user('Member', { Viewer: [datastore] })
    assert.equal((await app.ask('PATCH', '/fields', [{ id: ids[2], tags: ['x'] }], viewer)).status, 200)
    await assertRefused(
      app,
      () => app.ask('PATCH', '/fields', [{ id: ids[2], status: 'masked' }], viewer),
      403,
      'forbidden',
    )
  })
})
