import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /fields/{id}/restore brings an excluded field back', (app) => {
  test('masked, if it was, and not twice', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('GET', `/fields?container=${container}&name=age`)
    const { id } = body.items[0]
    await app.ask('PUT', `/fields/${id}`, { status: 'masked' })
    await app.ask('DELETE', `/fields/${id}`)
    await assertRefused(app, () => app.ask('PUT', `/fields/${id}`, { status: 'active' }), 409, 'wrong_state')
    await assertRefused(app, () => app.ask('PUT', `/fields/${id}`, { status: 'missing' }), 422, 'invalid')
    const restored = await app.ask('POST', `/fields/${id}/restore`)
    assert.deepEqual([restored.status, restored.body.id, restored.body.status], [200, id, 'masked'])
    await assertRefused(app, () => app.ask('POST', `/fields/${id}/restore`), 409, 'wrong_state')
    const { rows } = await app.environment.store.pool.query(
      `select action from audit_logs where resource_type = 'field' and resource_id = $1 order by id`,
      [id],
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['mask_field', 'exclude_field', 'restore_field'],
    )
  })
})
