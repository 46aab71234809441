import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract, places } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /anomalies/{id} refuses', (app) => {
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
