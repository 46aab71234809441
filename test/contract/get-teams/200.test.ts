import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('GET /teams', (app) => {
  test('the list is by name, and everybody may see the names', async () => {
    const member = await app.user('Member')
    const { body } = await app.ask('GET', '/api/teams?sort_name=desc')
    const names = body.items.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, names.toSorted().toReversed())
    const listing = await app.ask('GET', '/api/teams/listing', undefined, member)
    assert.deepEqual(listing.body.map(({ name }: { name: string }) => name).toSorted(), names.toReversed())
  })

  test('the names are those of the teams of users, and of one permission', async () => {
    const { body: ada } = await app.ask('POST', '/api/users', {
      user_name: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      role: 'Member',
    })
    for (const [name, user_ids, permission] of [
      ['Readers', [], 'Reporter'],
      ['Writers', [ada.id], 'Editor'],
    ])
      await app.ask('POST', '/api/teams', { name, user_ids, datastore_ids: [], permission })
    const listed = async (query: string) => {
      const { status, body } = await app.ask('GET', `/api/teams/listing?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await listed(`users=${ada.id}`), ['Public', 'Writers'])
    assert.deepEqual(await listed('permission=Reporter'), ['Readers'])
    assert.deepEqual(await listed(`users=${ada.id}&permission=Reporter`), [])
    assert.deepEqual(await listed(`users=${ada.id}&users=999&permission=Editor`), ['Writers'])
  })

  test('the teams of others are for Managers', async () => {
    const member = await app.user('Member')
    await assertRefused(
      app,
      () => app.ask('GET', '/api/teams/listing?users=1', undefined, member),
      403,
      'forbidden',
    )
  })
})
