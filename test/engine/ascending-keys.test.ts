import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { Cell } from '../../src/kernel/cell.ts'
import { evaluated, recorded, type GivenCheck } from '../harness/engine.ts'
import { openExamples } from '../harness/example-stores.ts'

const unique = (...fields: string[]): GivenCheck => ({ rule_type: 'unique', fields })

const columns = { id: 'Integral', code: 'String', weight: 'Fractional', shop: 'Integral' } as const

/** The duplicates that each check finds, and how often values were grouped for them. */
async function found(rows: Cell[][], checks: GivenCheck[]) {
  const store = await openExamples('duckdb', [{ name: 'sales', columns, rows }])
  try {
    const session = recorded(store.session)
    const { outcomes } = await evaluated(store, 'sales', checks, {}, session)
    return {
      duplicates: checks.map((_, index) => outcomes.get(index + 1)?.anomalous_records),
      groupings: session.statements.filter((sql) => sql.includes('group by')).length,
    }
  } finally {
    await store.close()
  }
}

const codeOf = (number: number): string => `A${String(number).padStart(6, '0')}`
const ascending = Array.from({ length: 5000 }, (_, id): Cell[] => [id, codeOf(id), id / 8, id % 7])

describe('uniqueness of values that ascend', () => {
  test('is seen without grouping them', async () => {
    const { duplicates, groupings } = await found(ascending, [unique('id'), unique('code'), unique('weight')])
    assert.deepEqual(duplicates, [0, 0, 0])
    assert.equal(groupings, 0)
  })

  test('is seen of several fields when one of them ascends', async () => {
    const { duplicates, groupings } = await found(ascending, [unique('shop', 'code')])
    assert.deepEqual(duplicates, [0])
    assert.equal(groupings, 0)
  })

  test('is not taken for granted when the last value is one of the others', async () => {
    const rows = [...ascending, [4999, codeOf(17), 1, 0] as Cell[]]
    const { duplicates } = await found(rows, [unique('id'), unique('code'), unique('weight')])
    assert.deepEqual(duplicates, [1, 1, 1])
  })

  test('is about rows without NULL in a field', async () => {
    const rows = ascending.flatMap((row): Cell[][] => [row, [null, null, null, null]])
    const { duplicates, groupings } = await found(rows, [unique('id'), unique('shop', 'code')])
    assert.deepEqual(duplicates, [0, 0])
    assert.equal(groupings, 0)
  })

  test('is about the rows that a filter leaves', async () => {
    const rows = [...ascending, [17, codeOf(17), 1, 100] as Cell[]]
    const { duplicates, groupings } = await found(rows, [{ ...unique('id'), filter: 'shop < 100' }])
    assert.deepEqual(duplicates, [0])
    assert.equal(groupings, 0)
  })

  test('is found by grouping when they descend', async () => {
    const { duplicates } = await found(ascending.toReversed(), [unique('id'), unique('code')])
    assert.deepEqual(duplicates, [0, 0])
  })

  test('is judged as by counting, whatever is out of order, repeated or NULL', async () => {
    const steps = fc.array(
      fc.oneof({ weight: 20, arbitrary: fc.constant(1) }, fc.integer({ min: -3, max: 0 }), fc.constant(null)),
      { minLength: 1, maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        let at = 0
        const values = drawn.map((step) => (step === null ? null : (at += step)))
        const present = values.filter((value) => value !== null)
        const rows = values.map((value): Cell[] => [value, value === null ? null : codeOf(value), value, 1])
        const { duplicates } = await found(rows, [unique('id'), unique('code'), unique('weight', 'shop')])
        const expected = present.length - new Set(present).size
        assert.deepEqual(
          duplicates.map((count) => count ?? null),
          [expected, expected, expected],
        )
      }),
      { numRuns: 25, examples: [[[null]]] },
    )
  })
})
