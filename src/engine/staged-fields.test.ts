import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldType } from '../model/field.ts'
import { stagedType } from './staged-fields.ts'

const typeOf = (type: FieldType, native_type: string) => stagedType({ type, native_type })

test('a whole number of a join over two datastores keeps all its digits, whatever its store calls it', () => {
  const wide = { digits: 38, scale: 0 }
  for (const native of ['UInt64', 'Nullable(UInt64)', 'Int128', 'HUGEINT', 'numeric(20,0)', 'NUMBER'])
    assert.deepEqual(typeOf('Integral', native), wide, native)
  for (const native of ['bigint', 'Int64', 'LowCardinality(Nullable(Int32))', 'integer'])
    assert.equal(typeOf('Integral', native), 'integer', native)
})

test('a decimal keeps those that are declared, and a floating number stays one', () => {
  for (const native of ['Decimal(18, 4)', 'Nullable(Decimal(18, 4))', 'numeric(18,4)', 'NUMBER(18, 4)'])
    assert.deepEqual(typeOf('Fractional', native), { digits: 18, scale: 4 }, native)
  for (const native of ['Float64', 'double precision'])
    assert.equal(typeOf('Fractional', native), 'float', native)
})

test('a number whose store declares no digits, or more than DuckDB has, is looked at before it gets a type', () => {
  for (const native of ['numeric', 'decimal(65,30)', 'NUMBER'])
    assert.equal(typeOf('Fractional', native), 'number', native)
  assert.equal(typeOf('Integral', 'UInt256'), 'number')
})
