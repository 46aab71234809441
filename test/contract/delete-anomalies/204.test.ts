import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /anomalies archives or deletes several', (app) => {
  test('each in its way, all or none', async () => {
    const { container } = await makePeople(app)
    const one = await makeAnomaly(app, container, [])
    const two = await makeAnomaly(app, container, [])
    const archived = await makeAnomaly(app, container, [])
    await app.ask('DELETE', `/api/anomalies/${archived}`)
    const remove = (body: object) => app.ask('DELETE', '/api/anomalies', body)
    const removals = [
      { id: one, archive: false },
      { id: two, status: 'Duplicate' },
    ]
    await assertRefused(app, () => remove([...removals, { id: 999 }]), 404, 'not_found')
    await assertRefused(
      app,
      () => remove([...removals, { id: archived, status: 'Invalid' }]),
      409,
      'wrong_state',
    )
    await assertRefused(app, () => remove([...removals, { id: one }]), 422, 'invalid')
    await assertRefused(app, () => remove([{ id: two, status: 'Active' }]), 422, 'invalid')
    const { status, body } = await remove(removals)
    assert.deepEqual([status, body], [204, ''])
    assert.equal((await app.ask('GET', `/api/anomalies/${one}`)).status, 404)
    assert.equal((await app.ask('GET', `/api/anomalies/${two}`)).body.status, 'Duplicate')
  })
})
