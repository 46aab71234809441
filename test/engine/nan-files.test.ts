import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { evaluated, type GivenCheck } from '../harness/engine.ts'
import { boundsIn, type ExampleStore } from '../harness/example-stores.ts'

/** The ids of the rows that hold NaN; the last row holds NULL, the others a number up to 8. */
const nan = [3, 6]

const value = (rule_type: string, properties: Record<string, unknown> = {}, field = 'v'): GivenCheck => ({
  rule_type,
  fields: [field],
  properties,
})
const expression = (sql: string, filter: string | null = null): GivenCheck => ({
  rule_type: 'satisfiesExpression',
  properties: { expression: sql },
  filter,
})

/** Checks of rows with the ids of those that fail. */
const failing: [title: string, check: GivenCheck, ids: number[]][] = [
  ['between', value('between', { min: 0, max: 10 }), nan],
  ['between on 32 bits', value('between', { min: 0, max: 10 }, 'f'), nan],
  ['maxValue', value('maxValue', { value: 10 }), nan],
  ['lessThan', value('lessThan', { value: 10 }), nan],
  ['equalTo', value('equalTo', { value: 1 }), [2, 3, 4, 5, 6, 7, 8]],
  ['expectedValues', value('expectedValues', { list: [1, 2, 4, 5, 7, 8] }), nan],
  ['lessThanField', value('lessThanField', { field_name: 'id' }), [1, 2, 3, 4, 5, 6, 7, 8]],
  ['minValue', value('minValue', { value: 0 }), []],
  ['greaterThan', value('greaterThan', { value: 10 }), [1, 2, 4, 5, 7, 8]],
  ['positive', value('positive'), []],
  ['notNegative', value('notNegative'), []],
  ['notNull', value('notNull'), [9]],
  ["a person's expression", expression('v <= 100'), nan],
  ["a person's expression on a member", expression('s.v <= 100'), nan],
  ["a person's filter", expression('id > 3', 'v > 10'), [3]],
]

for (const writer of ['pyarrow', 'polars', 'duckdb']) {
  describe(`NaN in a Parquet file that ${writer} wrote is above every number`, () => {
    let folder: string
    let store: ExampleStore
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-nan-'))
      const written = join(import.meta.dirname, 'nan-files', `${writer}.parquet`)
      for (const name of ['whole', 'part_1', 'part_2']) cpSync(written, join(folder, `${name}.parquet`))
      const session = await connectors
        .get('local')
        .open({}, { database: null, schema: null, root_path: folder }, boundsIn(folder))
      store = {
        session,
        container: (name) => ({ name: `${name}.parquet`, container_type: 'file', file_options: {} }),
        close: () => session.close(),
      }
    })
    after(async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    })

    for (const [title, check, ids] of failing) {
      for (const rollup_threshold of [0, 1000]) {
        test(`for ${title}, ${rollup_threshold === 0 ? 'rolled up' : 'row by row'}`, async () => {
          const found = await evaluated(store, 'whole', [check], { rollup_threshold })
          const records = [...found.records, ...found.shapes.flatMap((shape) => shape.records)]
          const shown = records.map(({ record }) => (JSON.parse(record) as { id: number }).id)
          assert.deepEqual(shown.sort(), ids)
          assert.equal(
            found.outcomes.get(1)?.anomalous_records,
            ids.length,
            found.outcomes.get(1)?.assertion_details ?? '',
          )
        })
      }
    }

    test('for unique, which takes it for one value', async () => {
      const { shapes, outcomes } = await evaluated(store, 'whole', [value('unique')])
      assert.equal(outcomes.get(1)?.anomalous_records, 1)
      assert.deepEqual(
        shapes
          .flatMap(({ records }) => records.map(({ record }) => (JSON.parse(record) as { id: number }).id))
          .sort(),
        nan,
      )
    })

    test('and takes nothing from a field without one', async () => {
      const { fields } = await store.session.describe(store.container('whole'))
      const rows = store.session.relation(store.container('whole'), fields, 'all')
      const from = rows.kind === 'store' ? rows.sql : ''
      for (const field of ['v', 's.v', 'w']) {
        const sql = `select max(${field}) from ${from}`
        const { rows: cells } = await store.session.query({ sql, parameters: [] })
        assert.deepEqual(cells, [[field === 'w' ? 9.5 : Number.NaN]])
      }
    })

    test('for what is computed from all rows', async () => {
      const reference = await store.session.describe(store.container('whole'))
      const container = store.container('whole')
      const { outcomes, measurements } = await evaluated(
        store,
        'whole',
        [
          value('sum', { value: 27 }),
          value('distinctCount', { value: 7 }),
          { ...value('metric', { comparison: 'Absolute Value', max: 100 }), filter: 'v > 10' },
          {
            rule_type: 'aggregationComparison',
            properties: { expression: 'max(v)', ref_container_id: 1, ref_expression: '8' },
          },
        ],
        {
          references: new Map([
            [
              1,
              {
                container_id: 1,
                datastore_id: 1,
                name: 'whole',
                fields: reference.fields,
                container,
                open: null,
              },
            ],
          ]),
        },
      )
      assert.deepEqual(
        [...outcomes.values()].map(({ assertion_result }) => assertion_result),
        ['failed', 'passed', 'failed', 'failed'],
      )
      assert.deepEqual(measurements, [{ check_id: 3, value: Number.NaN }])
    })

    test('for each file of a pattern and for all of them together', async () => {
      const { outcomes } = await evaluated(store, 'part_*', [value('maxValue', { value: 10 })])
      assert.equal(outcomes.get(1)?.anomalous_records, 2)
      const container = store.container('part_*')
      const { fields } = await store.session.describe(container)
      const all = store.session.relation(container, fields, 'all')
      assert.equal(all.kind, 'store')
      const sql = `select count(*) from ${all.kind === 'store' ? all.sql : ''} where v > 10`
      assert.equal(Number((await store.session.query({ sql, parameters: [] })).rows[0]?.[0]), 4)
    })
  })
}
