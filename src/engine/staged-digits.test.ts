import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WrittenTable } from '../connectors/writer.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { ComputedSource } from '../model/container.ts'
import type { FieldType } from '../model/field.ts'
import { StagedDigits } from './staged-digits.ts'

const source = (type: FieldType): ComputedSource => ({
  name: 'orders',
  container_type: 'table',
  file_options: {},
  fields: [
    { name: 'id', type: 'Integral', native_type: 'bigint', nullable: false },
    { name: 'amount', type, native_type: 'numeric', nullable: true },
  ],
})

const table: WrittenTable = {
  name: 'staged',
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'amount', type: 'number' },
  ],
}

/** The type that the column gets in which these values are met. */
function typeFor(values: readonly (string | null)[], type: FieldType = 'Fractional'): unknown {
  const digits = new StagedDigits(table, source(type))
  for (const value of values) digits.meet([['1', value]])
  return digits.fitted(table).columns[1]?.type
}

test('numbers of any digits get the decimal that holds every one of them, and room for a fraction', () => {
  assert.deepEqual(typeFor(['1.5', '-12345.25', null]), { digits: 7, scale: 2 })
  assert.deepEqual(typeFor(['007', '10']), { digits: 3, scale: 1 })
  assert.deepEqual(typeFor(['0.0010', '0']), { digits: 3, scale: 3 })
  assert.deepEqual(typeFor(['1.2e3', '5e-3']), { digits: 7, scale: 3 })
  assert.deepEqual(typeFor([`${'9'.repeat(20)}.${'1'.repeat(18)}`]), { digits: 38, scale: 18 })
  assert.deepEqual(typeFor(['1', '9'.repeat(38)], 'Integral'), { digits: 38, scale: 0 })
})

test('a column of NULL alone has the digits that such numbers likely need', () => {
  assert.deepEqual(typeFor([null]), { digits: 38, scale: 9 })
})

test('numbers that no decimal of 38 digits holds together are refused by the names of their field and container', () => {
  const refused: [value: string, type?: FieldType][] = [
    [`${'9'.repeat(20)}.${'1'.repeat(19)}`],
    ['1e40'],
    ['9'.repeat(39), 'Integral'],
  ]
  for (const [value, type] of refused)
    assert.throws(
      () => typeFor(['1', value], type),
      (error) =>
        error instanceof RunFailure &&
        !error.retryable &&
        /The numbers of "amount" in "orders" do not fit into a decimal of 38 digits/.test(error.message),
      value,
    )
})

test('an infinity is refused by the names of its field and container, with what to put in its place', () => {
  for (const value of ['Infinity', '-Infinity'])
    assert.throws(
      () => typeFor(['1', value]),
      /"amount" in "orders" holds an infinity, .* Put NULL or a number in its place in a computed container/,
    )
})

test('a table without such numbers stays as it is', () => {
  const plain: WrittenTable = { name: 'staged', columns: [{ name: 'id', type: 'integer' }] }
  const digits = new StagedDigits(plain, source('Fractional'))
  digits.meet([['1']])
  assert.equal(digits.fitted(plain), plain)
})
