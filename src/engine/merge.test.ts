import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ExactNumber, type Cell } from '../kernel/cell.ts'
import { mergeCells } from './merge.ts'

/** Integers well beyond what a double holds, as the source gives them and as the state keeps them. */
const wholeCell = fc.oneof(
  fc.bigInt({ min: -(2n ** 120n), max: 2n ** 120n }).map((value) => ({ cell: value as Cell, value })),
  fc.bigInt({ min: -(2n ** 120n), max: 2n ** 120n }).map((value) => ({ cell: String(value) as Cell, value })),
  fc.maxSafeInteger().map((value) => ({ cell: value as Cell, value: BigInt(value) })),
)

/** Decimals of up to 9 places, with their value in billionths. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 35n), max: 10n ** 35n }), fc.integer({ min: 1, max: 9 }), fc.boolean())
  .map(([digits, scale, isText]) => {
    const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
    const text = `${digits < 0n ? '-' : ''}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
    return {
      cell: (isText ? text : new ExactNumber(text)) as Cell,
      value: digits * 10n ** BigInt(9 - scale),
    }
  })

const billionths = (cell: Cell): bigint => {
  const [whole = '', fraction = ''] = String(cell).split('.')
  return BigInt(whole + fraction.padEnd(9, '0'))
}

describe('totals of several partitions', () => {
  test('sums of integers keep every digit, beyond 2^53 too', () => {
    fc.assert(
      fc.property(fc.array(wholeCell, { minLength: 1 }), (parts) => {
        const merged = mergeCells(
          'sum',
          parts.map(({ cell }) => cell),
        )
        assert.equal(
          BigInt(String(merged)),
          parts.reduce((total, { value }) => total + value, 0n),
        )
      }),
    )
  })

  test('sums of decimals keep every digit, whatever their scales', () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1 }), (parts) => {
        const merged = mergeCells(
          'sum',
          parts.map(({ cell }) => cell),
        )
        assert.equal(
          billionths(merged),
          parts.reduce((total, { value }) => total + value, 0n),
        )
      }),
    )
  })

  test('the smallest and the largest are found exactly among integers and decimals', () => {
    const both = fc.oneof(
      decimal,
      wholeCell.map(({ cell, value }) => ({ cell, value: value * 10n ** 9n })),
    )
    fc.assert(
      fc.property(fc.array(both, { minLength: 1 }), (parts) => {
        const values = parts.map(({ value }) => value).sort((a, b) => (a < b ? -1 : Number(a > b)))
        const cells = parts.map(({ cell }) => cell)
        assert.equal(billionths(mergeCells('min', cells)), values[0])
        assert.equal(billionths(mergeCells('max', cells)), values.at(-1))
      }),
    )
  })

  test('how the rows were cut into partitions makes no difference', () => {
    const cell = fc.oneof(
      decimal.map(({ cell }) => cell),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.array(cell), fc.array(cell), fc.array(cell), (one, two, three) => {
        const atOnce = mergeCells('sum', [...one, ...two, ...three])
        const inSteps = mergeCells('sum', [
          mergeCells('sum', [mergeCells('sum', one), mergeCells('sum', two)]),
          mergeCells('sum', three),
        ])
        if (atOnce === null) assert.equal(inSteps, null)
        else assert.equal(billionths(inSteps), billionths(atOnce))
      }),
    )
  })

  test('a float makes the sum a float, also an infinity kept as a word', () => {
    assert.equal(mergeCells('sum', [0.5, 1n, new ExactNumber('0.25')]), 1.75)
    assert.equal(mergeCells('sum', [1, 'Infinity']), Number.POSITIVE_INFINITY)
    assert.equal(mergeCells('sum', [1e21, 1e21]), 2e21)
    assert.equal(mergeCells('max', ['-Infinity', 3.5, 2n]), 3.5)
    assert.equal(mergeCells('min', ['-Infinity', 3.5]), '-Infinity')
  })

  test('days and times are compared as they are written', () => {
    const days = ['2024-02-29', '2023-12-31', '2024-10-01']
    assert.equal(mergeCells('min', days), '2023-12-31')
    assert.equal(mergeCells('max', days), '2024-10-01')
  })

  test('partitions to which no row contributed add nothing', () => {
    assert.equal(mergeCells('sum', [null, 3n, null]), 3n)
    assert.equal(mergeCells('max', [null, null]), null)
    assert.equal(mergeCells('sum', []), null)
  })
})
