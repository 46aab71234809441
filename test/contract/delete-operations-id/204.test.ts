import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('DELETE /operations/{id} removes the record of a run', (app) => {
  const remove = (id: number) => app.ask('DELETE', `/api/operations/${id}`)

  test('and keeps its anomalies and its container scans', async () => {
    const source = await makePrices(app)
    const { id, container_scans } = await scanned(app, source)
    assert.equal((await remove(id)).status, 204)
    assert.equal((await app.ask('GET', `/api/operations/${id}`)).status, 404)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.equal(body.total, 1)
    for (const scan of container_scans) {
      const kept = await app.ask('GET', `/api/container-scans/${scan.id}`)
      assert.deepEqual([kept.status, kept.body.operation_id], [200, id])
    }
  })

  test('that is still going, which it ends first', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'scan' })
    await app.step()
    assert.equal((await remove(id)).status, 204)
    assert.equal(await app.step(), null)
    assert.equal((await app.ask('GET', `/api/operations/${id}`)).status, 404)
  })
})
