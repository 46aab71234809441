import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/scan-checks', (app) => {
  test('has the verdict on every check of the scan, most anomalies first', async () => {
    const source = await makePrices(app)
    const { id } = await scanned(app, source)
    const { status, body } = await app.ask('GET', `/api/operations/${id}/scan-checks`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.items.map((item: Record<string, unknown>) => [
        item['description'],
        item['scan_anomaly_count'],
        item['container_scan_anomaly_count'],
        item['assertion_result'],
      ]),
      [
        ['prices of a.csv', 1, 1, 'failed'],
        ['prices of b.csv', 0, 0, 'passed'],
      ],
    )
    const found = await app.ask('GET', `/api/operations/${id}/scan-checks?search=OF%20B`)
    assert.equal(found.body.total, 1)
    const byId = await app.ask('GET', `/api/operations/${id}/scan-checks?search=${body.items[1].id}`)
    assert.deepEqual(byId.body.items.map((item: { id: number }) => item.id).includes(body.items[1].id), true)
    const page = await app.ask('GET', `/api/operations/${id}/scan-checks?page=2&size=1`)
    assert.deepEqual([page.body.items, page.body.total, page.body.pages], [[body.items[1]], 2, 2])
  })
})
