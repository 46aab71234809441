import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('PUT /anomalies/{id} restores nothing that is open as another one', (app) => {
  test('the refusal names the twin; once that is archived, restoring works', async () => {
    const { container } = await makePeople(app)
    const old = await makeAnomaly(app, container, [])
    await app.ask('DELETE', `/api/anomalies/${old}`)
    const twin = await makeAnomaly(app, container, [])
    await app.environment.store.pool.query(
      'update anomalies set identity = (select identity from anomalies where id = $1) where id = $2',
      [old, twin],
    )
    for (const ask of [
      () => app.ask('PUT', `/api/anomalies/${old}`, { status: 'Acknowledged', tags: ['never made'] }),
      () => app.ask('PATCH', '/api/anomalies', [{ id: old, status: 'Active' }]),
    ]) {
      const { body } = await assertRefused(app, ask, 409, 'conflict')
      assert.match(body.detail, new RegExp(`open anomaly ${twin}\\b`))
    }
    await app.ask('DELETE', `/api/anomalies/${twin}`)
    const both = [
      { id: old, status: 'Active' },
      { id: twin, status: 'Active' },
    ]
    await assertRefused(app, () => app.ask('PATCH', '/api/anomalies', both), 409, 'conflict')
    assert.equal((await app.ask('PUT', `/api/anomalies/${old}`, { status: 'Active' })).status, 200)
  })
})
