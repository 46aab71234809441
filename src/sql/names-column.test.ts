import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesColumn } from './names-column.ts'

test('a column is named outside of texts, comments and other names, in any letter case', () => {
  for (const sql of ['Price * 2', 't.price', '"price" + 1', '`PRICE`', "concat('x', price)"])
    assert.ok(namesColumn(sql, 'price'), sql)
  for (const sql of [
    "concat('price', a)",
    'prices + 1',
    'a -- price',
    'price(a)',
    '"the price"',
    "note = 'it''s price'",
  ])
    assert.ok(!namesColumn(sql, 'price'), sql)
  assert.ok(namesColumn('"a""b" > 1', 'a"b'))
  assert.ok(!namesColumn("'open", 'open'))
})
