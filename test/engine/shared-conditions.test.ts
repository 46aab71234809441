import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { shareConditions } from '../../src/engine/pass/shared-conditions.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { count, countWhere, userExpression } from '../../src/sql/build.ts'
import { postgresql } from '../../src/sql/dialects/postgresql.dialect.ts'
import { printSelect } from '../../src/sql/print.ts'
import { freshDatabase } from '../harness/database.ts'
import { evaluated, recorded, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

const rowCount = 1000
/** Every third has no price; `code` is a letter and a number. */
const rows: Cell[][] = Array.from({ length: rowCount }, (_, id) => [
  id,
  id % 3 === 0 ? null : id,
  `${id % 2 === 0 ? 'A' : 'b'}${id}`,
])

const sales = { name: 'sales', columns: { id: 'Integral', price: 'Integral', code: 'String' } as const, rows }

/** What is true of about half of the rows, and of others each time it is computed. */
const drawn = { postgresql: 'random() < 0.5', sqlite: 'random() > 0' }

const filtered = (filter: string): GivenCheck[] => [
  { rule_type: 'notNull', fields: ['price'], filter },
  { rule_type: 'maxValue', fields: ['id'], properties: { value: -1 }, filter },
  { rule_type: 'matchesPattern', fields: ['code'], properties: { pattern: '^A' }, filter },
  { rule_type: 'minLength', fields: ['code'], properties: { value: 3 }, filter },
]

for (const engine of ['postgresql', 'sqlite'] as const) {
  describe(`checks with the same filter on ${engine}`, () => {
    async function verdicts(checks: GivenCheck[]) {
      const store: ExampleStore = await openExamples(engine, [sales])
      try {
        const session = recorded(store.session)
        const { outcomes } = await evaluated(store, 'sales', checks, {}, session)
        const results = checks.map((_, index) => {
          const outcome = outcomes.get(index + 1)
          return { asserted: outcome?.asserted_records ?? 0, anomalous: outcome?.anomalous_records ?? 0 }
        })
        const counting = session.statements.find((sql) => sql.includes('count(')) ?? ''
        return { results, counting }
      } finally {
        await store.close()
      }
    }

    test('have it computed once for each row', async () => {
      const { results } = await verdicts(filtered(drawn[engine]))
      const [, all] = results
      assert.ok(all && all.asserted > rowCount / 4 && all.asserted < (rowCount * 3) / 4)
      // Each row that was drawn is against the second check; drawn again for it, others would be.
      assert.equal(all.anomalous, all.asserted)
    })

    test('have no row to judge where it is null alone', async () => {
      const store = await openExamples(engine, [sales])
      try {
        const { outcomes } = await evaluated(store, 'sales', filtered('null'))
        for (const { assertion_details } of outcomes.values())
          assert.match(assertion_details ?? '', /no rows to judge/)
        assert.equal(outcomes.size, 4)
      } finally {
        await store.close()
      }
    })

    test('have the counts of each of them alone', async () => {
      const checks = filtered("code like 'A%' or id > 700")
      const together = await verdicts(checks)
      const alone = await Promise.all(checks.map(async (check) => (await verdicts([check])).results[0]))
      assert.match(together.counting, /assay_condition_1/)
      assert.deepEqual(together.results, alone)
      assert.deepEqual(
        together.results.map(({ anomalous }) => anomalous > 0),
        [true, true, true, true],
      )
    })

    test('may be beside a text about the same rows', async () => {
      const filter = "code like 'A%'"
      const { results, counting } = await verdicts([
        { rule_type: 'notNull', fields: ['price'], filter },
        { rule_type: 'satisfiesExpression', properties: { expression: 'rows_of.id < 10' }, filter },
      ])
      // By that name it might take rows as a whole, which have a column more where the filter is one.
      assert.doesNotMatch(counting, /assay_condition/)
      assert.deepEqual(
        results.map(({ anomalous }) => anomalous),
        [167, 495],
      )
    })

    test('do not have computed what a filter keeps from rows', async () => {
      const { results, counting } = await verdicts([
        { rule_type: 'satisfiesExpression', properties: { expression: '1000 / id >= 1' }, filter: 'id > 0' },
        { rule_type: 'satisfiesExpression', properties: { expression: '1000 / id >= 1' }, filter: 'id > 1' },
      ])
      assert.deepEqual(
        results.map(({ asserted, anomalous }) => [asserted, anomalous]),
        [
          [999, 0],
          [998, 0],
        ],
      )
      assert.doesNotMatch(counting, /id >= 1\s*\)+ as/)
    })
  })
}

describe('a condition in several places', () => {
  const from = { kind: 'store', sql: 'sales' } as const
  const pattern = userExpression("code ~ '^A'")
  const counting = {
    from,
    items: [
      { alias: 'm0', expression: count('rows') },
      { alias: 'm1', expression: countWhere(pattern) },
      { alias: 'm2', expression: countWhere({ kind: 'not', operand: pattern }) },
    ],
  }

  test('stands once in the plan of PostgreSQL, which several processes may follow', async () => {
    const database = await freshDatabase()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query(`create table sales as select 'A' || n as code from generate_series(1, 20000) as n`)
      await client.query(
        'analyze sales; set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0',
      )
      const { items, from: beneath } = shareConditions(counting, postgresql)
      const { sql } = printSelect({ kind: 'select', items: [...items], from: beneath }, postgresql)
      const { rows: lines } = await client.query<Record<string, string>>(
        `explain (verbose, costs off) ${sql}`,
      )
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
      // A select that was merged would have the bare column here.
      assert.match(plan, /Parallel Seq Scan on public\.sales\n\s*Output: .*\(sales\.code ~ '\^A'::text\)/)
    } finally {
      await client.end()
      await database.close()
    }
  })

  test('stays where it is for an engine that computes it once by itself', () => {
    const { apart: _apart, ...like } = postgresql
    assert.equal(shareConditions(counting, like), counting)
  })

  test('stays where it is when it stands there alone', () => {
    const items = counting.items.slice(0, 2)
    assert.deepEqual(shareConditions({ items, from }, postgresql), { items, from })
  })
})
