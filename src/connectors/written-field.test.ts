import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FieldType } from '../model/field.ts'
import type { WrittenType } from './writer.ts'
import { dialectOf } from './dialect-of.ts'
import { writtenTypeOf } from './written-field.ts'

const whole: WrittenType = { digits: 38, scale: 0 }

describe('the columns that take the values of a field', () => {
  const cases: [type: FieldType, native: string, written: WrittenType, of?: string][] = [
    ['Integral', 'bigint', 'integer'],
    ['Integral', 'Nullable(Int64)', 'integer'],
    ['Integral', 'bigint unsigned', whole],
    ['Integral', 'UInt64', whole],
    ['Integral', 'Nullable(Int128)', whole],
    ['Integral', 'UInt128', 'number'],
    ['Integral', 'Int256', 'number'],
    ['Integral', 'Decimal(76, 0)', 'number'],
    ['Integral', 'HUGEINT', whole],
    ['Integral', 'numeric(12,0)', whole],
    ['Integral', 'NUMBER(18,0)', 'integer'],
    ['Integral', 'NUMBER(38,0)', whole],
    ['Integral', 'NUMBER(30,-20)', 'number'],
    ['Fractional', 'DOUBLE', 'float'],
    ['Fractional', 'Float64', 'float'],
    ['Fractional', 'decimal(10,2)', { digits: 10, scale: 2 }],
    ['Fractional', 'NUMBER(20,4)', { digits: 20, scale: 4 }],
    ['Fractional', 'NUMBER(4,6)', 'number'],
    ['Fractional', 'NUMBER', 'number'],
    ['Fractional', 'DECFLOAT', 'number'],
    ['Fractional', 'BIGNUMERIC', 'number'],
    ['Timestamp', 'timestamp with time zone', 'timestamp'],
    ['Timestamp', 'datetimeoffset(7)', 'timestamp'],
    ['Timestamp', 'TIMESTAMP_TZ', 'timestamp'],
    ['Timestamp', 'TIMESTAMP_NTZ', 'datetime'],
    ['Timestamp', "DateTime64(3, 'UTC')", 'timestamp'],
    ['Timestamp', 'DateTime64(3)', 'datetime'],
    ['Timestamp', 'TIMESTAMP(6) WITH LOCAL TIME ZONE', 'timestamp'],
    ['Timestamp', 'timestamp without time zone', 'datetime'],
    // One word means an instant in these stores, and a time of no zone in others.
    ['Timestamp', 'timestamp', 'timestamp', 'spark'],
    ['Timestamp', 'timestamp_ntz', 'datetime', 'spark'],
    ['Timestamp', 'timestamp', 'timestamp', 'databricks'],
    ['Timestamp', 'TIMESTAMP', 'timestamp', 'bigquery'],
    ['Timestamp', 'DATETIME', 'datetime', 'bigquery'],
    ['Timestamp', 'timestamp(6)', 'timestamp', 'mysql'],
    ['Timestamp', 'timestamp', 'timestamp', 'mariadb'],
    ['Timestamp', 'datetime(6)', 'datetime', 'mariadb'],
    ['Timestamp', 'timestamp(6)', 'datetime', 'trino'],
    ['Timestamp', 'TIMESTAMP', 'datetime', 'local'],
  ]
  for (const [type, native_type, written, store = 'local'] of cases)
    test(`${native_type} of ${store} is kept as ${JSON.stringify(written)}`, () => {
      assert.deepEqual(writtenTypeOf({ type, native_type }, dialectOf(store)), written)
    })
})

test('a decimal of SQLite, which holds any digits whatever it declares, is a floating number', () => {
  const field = { type: 'Fractional', native_type: 'decimal(10,2)' } as const
  assert.equal(writtenTypeOf(field, dialectOf('sqlite')), 'float')
})
