import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople, makeProfile } from '../../harness/factories.ts'

describeContract('GET /fields/{id}/field-profiles', (app) => {
  test('is the history of the field, newest first; the field itself names the newest', async () => {
    const { container } = await makePeople(app)
    const fieldOf = async () => {
      const { body } = await app.ask('GET', `/api/fields?container=${container}&name=age`)
      return body.items[0]
    }
    const { id, latest_profile_id, completeness } = await fieldOf()
    assert.deepEqual([latest_profile_id, completeness], [null, null])
    const profiles: number[] = []
    for (const completeness of [1, 0.5]) {
      const made = await makeProfile(app, container, { id: {}, age: { completeness } })
      profiles.unshift(made.get('age') ?? 0)
    }
    const { status, body } = await app.ask('GET', `/api/fields/${id}/field-profiles`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.items.map((profile: { id: number; completeness: number }) => [profile.id, profile.completeness]),
      [
        [profiles[0], 0.5],
        [profiles[1], 1],
      ],
    )
    const { latest_profile_id: newest, completeness: present } = await fieldOf()
    assert.deepEqual([newest, present], [profiles[0], 0.5])
    const page = await app.ask('GET', `/api/fields/${id}/field-profiles?size=1&page=2`)
    assert.deepEqual([page.body.total, page.body.items[0].id], [2, profiles[1]])
  })
})
