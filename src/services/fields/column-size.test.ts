import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldType } from '../../model/field.ts'
import { columnSize } from './column-size.ts'

test('the size of a column is what its source declares: characters of texts, digits of numbers', () => {
  const sizes: [string, FieldType, number | null][] = [
    ['VARCHAR(20)', 'String', 20],
    ['character varying(255)', 'String', 255],
    ['VARCHAR2(30 CHAR)', 'String', 30],
    ['numeric(10,2)', 'Fractional', 10],
    ['DECIMAL(38, 0)', 'Integral', 38],
    ['NUMBER(5,-2)', 'Integral', 5],
    ['varchar(max)', 'String', null],
    ['VARCHAR', 'String', null],
    ['timestamp(6) with time zone', 'Timestamp', null],
    ["ENUM('a(1)', 'b')", 'String', null],
    ['STRUCT(a VARCHAR(3))', 'Unknown', null],
  ]
  for (const [native_type, type, size] of sizes)
    assert.equal(columnSize({ type, native_type }), size, native_type)
})
