import assert from 'node:assert/strict'
import { test } from 'node:test'
import { materializedTable } from './table-names.ts'

test('a copy is called after its container where every store takes that name', () => {
  const named = (name: string, others: string[] = []) =>
    materializedTable('_shop', { id: 7, name }, [
      { id: 7, name },
      ...others.map((other, index) => ({ id: 100 + index, name: other })),
    ])
  assert.equal(named('orders_2026'), '_shop_mat_orders_2026')
  assert.equal(named('o'.repeat(50)), `_shop_mat_${'o'.repeat(50)}`)
  assert.equal(named('o'.repeat(51)), '_shop_materialize_7')
  for (const odd of ['orders.csv', 'part_*.csv', 'order lines', 'ordñes', "o'x"])
    assert.equal(named(odd), '_shop_materialize_7', odd)
})

test('containers whose names differ in letter case alone are told apart by their ids', () => {
  const all = [
    { id: 1, name: 'Orders' },
    { id: 2, name: 'orders' },
  ]
  assert.deepEqual(
    all.map((container) => materializedTable('_shop', container, all)),
    ['_shop_materialize_1', '_shop_materialize_2'],
  )
})
