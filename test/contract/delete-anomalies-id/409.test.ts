import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /anomalies/{id} archives only what is open', (app) => {
  test('archiving again for another reason is refused, for the same one nothing changes', async () => {
    const { container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    await app.ask('DELETE', `/api/anomalies/${id}?status=Invalid`)
    const before = await app.rows()
    assert.equal((await app.ask('DELETE', `/api/anomalies/${id}?status=Invalid`)).status, 204)
    assert.equal(await app.rows(), before)
    for (const status of ['Duplicate', 'Resolved']) {
      const { body } = await assertRefused(
        app,
        () => app.ask('DELETE', `/api/anomalies/${id}?archive=true&status=${status}`),
        409,
        'wrong_state',
      )
      assert.match(body.detail, /archived already, as Invalid/)
    }
  })

  test('an open status is no reason to archive: 422', async () => {
    const { container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    for (const status of ['Active', 'Acknowledged', 'Gone']) {
      const ask = () => app.ask('DELETE', `/api/anomalies/${id}?status=${status}`)
      await assertRefused(app, ask, 422, 'invalid')
    }
  })
})
