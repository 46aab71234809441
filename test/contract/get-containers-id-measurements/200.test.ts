import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /containers/{id}/measurements', (app) => {
  test('is what was measured, newest first; the container shows the newest', async () => {
    const { container } = await makePeople(app)
    await app.environment.store.pool.query(
      `insert into container_measurements (container_id, row_count) values ($1, 5)`,
      [container],
    )
    const path = `/api/containers/${container}`
    const { status, body } = await app.ask('GET', `${path}/measurements`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.items.map((one: { row_count: number | null }) => one.row_count),
      [5, null],
    )
    assert.equal(typeof body.items[1].size_bytes, 'number')
    const { body: whole } = await app.ask('GET', path)
    assert.deepEqual(whole.latest_observability_measurement, body.items[0])
    const page = await app.ask('GET', `${path}/measurements?size=1&page=2`)
    assert.deepEqual([page.body.total, page.body.items], [2, [body.items[1]]])
  })
})
