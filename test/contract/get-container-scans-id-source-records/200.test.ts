import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, scanned } from '../../harness/runs.ts'

describeRuns('GET /container-scans/{id}/source-records', (app) => {
  test('has the fields, and each row once with the anomalies that it belongs to', async () => {
    // The third row stands in two anomalies: its own, and the one of the doubled name.
    const source = await app.source({ 'a.csv': 'name,price\nAnn,1\nBob,2\nAnn,-3\n' })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'a.csv', { rule: 'unique', fields: ['name'] })
    const { container_scans } = await scanned(app, source)
    const path = `/api/container-scans/${container_scans[0].id}/source-records`
    const { status, body } = await app.ask('GET', path)
    assert.equal(status, 200)
    assert.deepEqual(body.fields, [
      { name: 'name', type: 'String', masked: false },
      { name: 'price', type: 'Integral', masked: false },
    ])
    const rows = new Map<number, number>(
      body.items.map(({ record, anomaly_ids }: { record: { price: number }; anomaly_ids: number[] }) => [
        record.price,
        anomaly_ids.length,
      ]),
    )
    assert.deepEqual(rows, new Map([...rows.keys()].map((price) => [price, price === -3 ? 2 : 1])))
    assert.deepEqual([...rows.keys()].sort(), [-3, 1])
    const { body: one } = await app.ask('GET', `${path}?limit=1`)
    assert.deepEqual([one.items.length, one.total, body.total], [1, 2, 2])
  })
})
