import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract, places } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /anomalies refuses', (app) => {
  test('a duplicate of what becomes one in the same request', async () => {
    const { container } = await makePeople(app)
    const [id, other] = [await makeAnomaly(app, container, []), await makeAnomaly(app, container, [])]
    const body = [
      { id, status: 'Duplicate' },
      { id: other, status: 'Duplicate', duplicate_of: id },
    ]
    const answer = await app.ask('DELETE', '/api/anomalies', body)
    assert.deepEqual([answer.status, places(answer)], [422, ['body.1.duplicate_of']])
  })

  test('a reason in the query, which would be archived as Resolved, and a body that is no list', async () => {
    const { container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    const refusedAt = async (query: string, body: unknown) => {
      const answer = await app.ask('DELETE', `/api/anomalies${query}`, body)
      return [answer.status, ...places(answer)]
    }
    assert.deepEqual(await refusedAt('?status=Invalid', [{ id }]), [422, 'query.status'])
    assert.deepEqual(await refusedAt('?archive=false', [{ id }]), [422, 'query.archive'])
    assert.deepEqual(await refusedAt('', { id, status: 'Invalid' }), [422, 'body'])
    assert.equal((await app.ask('GET', `/api/anomalies/${id}`)).body.status, 'Active')
  })
})
