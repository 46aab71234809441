import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { absenceOf, exampleEngines, openExamples } from '../harness/example-stores.ts'
import { inferringIn } from '../harness/inferring.ts'
import { errorKinds, seededColumns, seededRows } from '../harness/seeded-tables.ts'

/** Other engines get one table, as the counting is that of scans. */
const seedsOf = (engine: string): number[] => (engine === 'duckdb' ? [1, 2] : [3])

describe('checks that are inferred from seeded tables', () => {
  for (const engine of exampleEngines) {
    const skip = absenceOf(engine)
    test(
      `hold in the rows that they were fitted to, and are the same again, in ${engine}`,
      { skip },
      async () => {
        for (const seed of seedsOf(engine)) {
          const table = (name: string, rows: ReturnType<typeof seededRows>) => ({
            name,
            columns: seededColumns,
            rows,
          })
          const store = await openExamples(engine, [
            table('learned', seededRows(seed, 0, 400)),
            table('broken', seededRows(seed, 400, 100, 'unknown category')),
            {
              name: 'customers',
              columns: { id: 'Integral' },
              rows: Array.from({ length: 300 }, (_, id) => [id + 1]),
            },
          ])
          try {
            const inferring = inferringIn(store, 'customers')
            const all = await inferring.propose('learned', 5)
            const active = all.filter(({ exceptions, coverage }) => exceptions === 0 || coverage < 1)
            assert.ok(active.length > 30, `${active.length} checks`)
            assert.deepEqual(await inferring.failing('learned', active), [])
            assert.deepEqual(await inferring.propose('learned', 5), all)
            const found = (await inferring.failing('broken', active)).map(({ rule_type, fields }) => [
              rule_type,
              ...fields,
            ])
            assert.ok(
              found.some(([rule, field]) => rule === 'expectedValues' && field === 'category'),
              JSON.stringify(found),
            )
          } finally {
            await store.close()
          }
        }
      },
    )
  }

  test('know every kind of error by its name', () => assert.ok(Object.keys(errorKinds).length >= 12))
})
