import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Cell } from '../../src/kernel/cell.ts'
import { evaluated, recorded, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

/** Codes 0 to 1199 twice each, then 0 to 99 a third time, then two rows without a code. */
const rows: Cell[][] = [
  ...Array.from({ length: 2400 }, (_, row) => [row, row % 1200]),
  ...Array.from({ length: 100 }, (_, row) => [2400 + row, row]),
  [2500, null],
  [2501, null],
]
const duplicates = { surplus: 1300, rows: 2500 }

describe('rows that are not unique', () => {
  let store: ExampleStore
  before(async () => {
    store = await openExamples('duckdb', [
      { name: 'codes', columns: { id: 'Integral', code: 'Integral' }, rows },
    ])
  })
  after(() => store.close())

  async function found(check: Partial<GivenCheck>, source_record_limit: number) {
    const session = recorded(store.session)
    const given = { rule_type: 'unique', fields: ['code'], ...check }
    const { outcomes, shapes } = await evaluated(store, 'codes', [given], { source_record_limit }, session)
    // Beside the counting pass and the look at the order of the rows.
    const statements = session.statements.filter((sql) => !sql.includes('lag(')).length - 1
    return { outcome: outcomes.get(1), shape: shapes[0], statements }
  }

  test('are counted and shown by one statement', async () => {
    const { outcome, shape, statements } = await found({}, 10)
    assert.equal(statements, 1)
    assert.equal(outcome?.anomalous_records, duplicates.surplus)
    assert.equal(shape?.anomalous_records_count, duplicates.surplus)
    assert.equal(shape.records.length, 10)
    assert.equal(shape.records[0]?.record, '{"id":0,"code":0}')
  })

  test('are all shown when the limit allows it, by a statement of their own beyond what is held in memory', async () => {
    for (const [limit, statements] of [
      [1000, 1],
      [1001, 2],
      [1_000_000, 2],
    ] as const) {
      const many = await found({}, limit)
      assert.equal(many.statements, statements)
      assert.equal(many.shape?.anomalous_records_count, duplicates.surplus)
      assert.equal(many.shape.records.length, Math.min(limit, duplicates.rows))
      assert.equal(new Set(many.shape.records.map(({ record }) => record)).size, many.shape.records.length)
    }
  })

  test('are found among the filtered rows only', async () => {
    const { outcome, shape } = await found({ filter: 'id >= 1200 and code < 3' }, 10)
    assert.equal(outcome?.asserted_records, 6)
    assert.equal(outcome.anomalous_records, 3)
    assert.deepEqual(
      shape?.records.map(({ record }) => record),
      [1200, 1201, 1202, 2400, 2401, 2402].map((id) => `{"id":${id},"code":${id % 1200}}`),
    )
  })

  test('pass when coverage allows for them, and there are none without a value', async () => {
    const share = duplicates.surplus / rows.length
    assert.equal((await found({ coverage: 1 - share }, 10)).shape, undefined)
    assert.ok((await found({ coverage: 1 - share + 0.001 }, 10)).shape)
    const nulls = await found({ filter: 'code is null' }, 10)
    assert.equal(nulls.shape, undefined)
    assert.equal(nulls.outcome?.assertion_result, 'passed')
    assert.equal(nulls.outcome.asserted_records, 2)
  })
})
