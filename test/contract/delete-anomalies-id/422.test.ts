import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract, places } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /anomalies/{id} refuses', (app) => {
  test('an original that cannot be one, with the reason', async () => {
    const { container } = await makePeople(app)
    const [id, other] = [await makeAnomaly(app, container, []), await makeAnomaly(app, container, [])]
    await app.ask('DELETE', `/api/anomalies/${other}?status=Duplicate`)
    const refused = async (query: string) => {
      const answer = await app.ask('DELETE', `/api/anomalies/${id}?${query}`)
      assert.deepEqual([answer.status, places(answer)], [422, ['query.duplicate_of']])
      return answer.body.detail[0].msg
    }
    assert.match(await refused(`status=Duplicate&duplicate_of=${id}`), /of itself/)
    assert.match(await refused(`status=Resolved&duplicate_of=${other}`), /Only what is archived as Duplicate/)
    assert.match(await refused(`status=Duplicate&duplicate_of=${other}`), /is a Duplicate itself/)
    const foreign = await makePeople(app)
    const unseen = await makeAnomaly(app, foreign.container, [])
    const { body } = await app.ask('GET', `/api/anomalies/${id}`)
    const author = await app.user('Member', { Author: [body.datastore.id] })
    const asked = [`/api/anomalies/${id}?status=Duplicate&duplicate_of=${unseen}`, undefined, author] as const
    assert.equal((await app.ask('DELETE', ...asked)).status, 404)
    const { status } = await app.ask('DELETE', `/api/anomalies/${id}?status=Duplicate&duplicate_of=987654`)
    assert.equal(status, 404)
    assert.equal((await app.ask('GET', `/api/anomalies/${id}`)).body.status, 'Active')
  })

  test('one of two that are made duplicates of each other at once', async () => {
    const { container } = await makePeople(app)
    const [one, other] = [await makeAnomaly(app, container, []), await makeAnomaly(app, container, [])]
    const archive = async (id: number, original: number) =>
      (await app.ask('DELETE', `/api/anomalies/${id}?status=Duplicate&duplicate_of=${original}`)).status
    const statuses = await Promise.all([archive(one, other), archive(other, one)])
    assert.deepEqual(statuses.toSorted(), [204, 422])
  })

  test('a reason in the body, which would be archived as Resolved, and says where it belongs', async () => {
    const { container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    for (const members of [{ status: 'Invalid' }, { archive: false }]) {
      for (const body of [members, [members]]) {
        const answer = await app.ask('DELETE', `/api/anomalies/${id}`, body)
        const [name = ''] = Object.keys(members)
        assert.deepEqual([answer.status, places(answer)], [422, [`body.${name}`]])
        assert.match(
          answer.body.detail[0].msg,
          new RegExp(`^${name} is read from the query here .* send it in the query`),
        )
      }
    }
    assert.equal((await app.ask('GET', `/api/anomalies/${id}`)).body.status, 'Active')
    const { status } = await app.ask('DELETE', `/api/anomalies/${id}?status=Invalid`, {})
    assert.deepEqual([status, (await app.ask('GET', `/api/anomalies/${id}`)).body.status], [204, 'Invalid'])
  })
})
