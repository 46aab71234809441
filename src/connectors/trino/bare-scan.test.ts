import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isBareScan } from './bare-scan.ts'

describe('the plan of a query on a snapshot', () => {
  const scan = {
    name: 'TableScan',
    descriptor: { table: 'lake:shop.orders$data@42' },
    children: [] as object[],
  }
  const plan = (child: object, name = 'Output') => JSON.stringify({ name, children: [child] })

  test('shows the rows as they are stored where nothing but the table is read', () => {
    assert.equal(isBareScan(plan(scan), '42'), true)
  })

  test('may show others where something stands between, or is on the table', () => {
    for (const other of [
      plan({ name: 'ScanFilter', descriptor: scan.descriptor, children: [] }),
      plan({ name: 'Project', descriptor: {}, children: [scan] }),
      plan({ ...scan, descriptor: { table: `${scan.descriptor.table} constraint on [id]` } }),
      plan({ ...scan, children: [scan] }),
      plan(scan, 'Explain'),
      JSON.stringify({ name: 'Output', children: [scan, scan] }),
    ])
      assert.equal(isBareScan(other, '42'), false, other)
    assert.equal(isBareScan(plan(scan), '43'), false)
  })

  test('shows nothing where it is none', () => {
    for (const other of ['', 'null', 'Fragment 0 [SINGLE]']) assert.equal(isBareScan(other, '42'), false)
  })
})
