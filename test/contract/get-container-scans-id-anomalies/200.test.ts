import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /container-scans/{id}/anomalies', (app) => {
  test('has those that the scan found, and none for a Member who may not see the datastore', async () => {
    const source = await makePrices(app)
    const { container_scans } = await scanned(app, source)
    const path = `/api/container-scans/${container_scans[0].id}/anomalies`
    const all = await app.ask('GET', path)
    const same = await app.ask('GET', `/api/anomalies?container_scan=${container_scans[0].id}`)
    assert.equal(all.body.total, 1)
    assert.deepEqual(all.body, same.body)
    const { status, body } = await app.ask('GET', path, undefined, await app.user('Member'))
    assert.deepEqual([status, body.items, body.total], [200, [], 0])
  })
})
