import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DuckDBDateValue, DuckDBDecimalValue, DuckDBTimestampValue } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { duckdbCell } from '../../src/connectors/duckdb/cells.ts'

test('a day of DuckDB is read as DuckDB writes it, in every year', () => {
  const edges = [-719_529, -719_163, -719_162, -1, 0, 59, 2_932_896, 2_932_897, 2 ** 31 - 2, 2 - 2 ** 31]
  const days = fc.oneof(
    fc.constantFrom(...edges),
    fc.integer({ min: -800_000, max: 3_000_000 }),
    fc.integer({ min: 2 - 2 ** 31, max: 2 ** 31 - 2 }),
  )
  fc.assert(
    fc.property(days, (day) => {
      const value = new DuckDBDateValue(day)
      assert.equal(duckdbCell(value), value.toString())
    }),
    { numRuns: 2000 },
  )
  assert.equal(duckdbCell(DuckDBDateValue.PosInf), 'infinity')
  assert.equal(duckdbCell(DuckDBDateValue.NegInf), '-infinity')
})

test('an instant of DuckDB is read as DuckDB writes it, to its last microsecond', () => {
  const limit = 2n ** 63n - 1n
  const micros = fc.oneof(
    fc.constantFrom(0n, -1n, 1n, 100n, 1_000_000n, -86_400_000_000n, limit, -limit, limit - 1n),
    fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }),
    fc.bigInt({ min: -100_000_000n, max: 100_000_000n }),
    fc.bigInt({ min: 1n - limit, max: limit - 1n }),
  )
  fc.assert(
    fc.property(micros, (instant) => {
      const value = new DuckDBTimestampValue(instant)
      assert.equal(duckdbCell(value), value.toString())
    }),
    { numRuns: 2000 },
  )
})

test('a decimal of DuckDB keeps every digit and the zeros of its type', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }),
      fc.integer({ min: 0, max: 38 }),
      (digits, scale) => {
        const value = new DuckDBDecimalValue(digits, 38, scale)
        assert.equal(String(duckdbCell(value)), value.toString())
      },
    ),
    { numRuns: 2000 },
  )
})
