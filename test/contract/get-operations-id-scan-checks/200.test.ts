import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/scan-checks', (app) => {
  test('has the verdict on every check of the scan, most anomalies first', async () => {
    const source = await makePrices(app)
    const { id, container_scans } = await scanned(app, source)
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
    const [first] = body.items
    const [scan] = container_scans
    assert.deepEqual(first, {
      id: first.id,
      description: 'prices of a.csv',
      rule_type: 'notNegative',
      status: 'Active',
      scan_anomaly_count: 1,
      container_scan_anomaly_count: 1,
      container: { id: scan.container.id, name: 'a.csv' },
      container_scan_id: scan.id,
      fields: [{ id: first.fields[0].id, name: 'price' }],
      assertion_result: 'failed',
      assertion_details: null,
      asserted_by: ['reading'],
      asserted_records: 2,
      anomalous_records: 1,
    })
    const found = await app.ask('GET', `/api/operations/${id}/scan-checks?search=OF%20B`)
    assert.equal(found.body.total, 1)
    const byId = await app.ask('GET', `/api/operations/${id}/scan-checks?search=${body.items[1].id}`)
    assert.deepEqual(byId.body.items.map((item: { id: number }) => item.id).includes(body.items[1].id), true)
    const page = await app.ask('GET', `/api/operations/${id}/scan-checks?page=2&size=1`)
    assert.deepEqual([page.body.items, page.body.total, page.body.pages], [[body.items[1]], 2, 2])
  })

  test('counts an anomaly once that several partitions share, and shows a check with its status of now', async () => {
    const bad = 'id,price\n1,-1\n2,-2\n3,-3\n'
    const source = await app.source({ 'day_1.csv': bad, 'day_2.csv': bad.replaceAll('-', '-1') })
    const check = await app.check(source, 'day_*.csv', { rule: 'notNegative', fields: ['price'] })
    const { id, status } = await scanned(app, source, { high_count_rollup_threshold: 2 })
    assert.deepEqual([status.partitions_scanned, status.anomalies_identified], [2, 1])
    const path = `/api/quality-checks/${check}?status=Discarded&delete_anomalies=false`
    assert.equal((await app.ask('DELETE', path)).status, 204)
    const { body } = await app.ask('GET', `/api/operations/${id}/scan-checks`)
    assert.deepEqual(
      body.items.map((item: Record<string, unknown>) => [
        item['id'],
        item['status'],
        item['scan_anomaly_count'],
        item['container_scan_anomaly_count'],
        item['anomalous_records'],
      ]),
      [[check, 'Discarded', 1, 1, 6]],
    )
  })
})
