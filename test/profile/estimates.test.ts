import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../src/connectors/registry.ts'
import { opened } from '../../src/kernel/held.ts'
import { profileRows, type MeasuredField } from '../../src/engine/profile/profile-rows.ts'
import { allRows } from '../../src/engine/relation.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { recorded } from '../harness/engine.ts'

const rows = 300_000

/** A number that is its own, one that is 7 in every third row, a text of each kind of both, and few values. */
const table = `
  select range as id, case when range % 3 = 0 then 7 else range * 1.5 end as mostly, 'key ' || range as name,
         case when range % 5 = 0 then 'often' else 'rarely ' || (range / 2)::bigint end as word, range % 10 as few
  from range(${rows})`

describe('a field of many values in DuckDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-estimates-'))
  const fields = new Map<string, MeasuredField>()
  let statements = 0
  before(async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const writer = await instance.connect()
    await writer.run(`copy (${table}) to '${join(folder, 'many.parquet')}' (format parquet)`)
    writer.closeSync()
    instance.closeSync()
    const target = { database: null, schema: null, root_path: folder }
    const session = recorded(await connectors.get('local').open({}, target, boundsIn(folder)))
    const container = { name: 'many.parquet', container_type: 'file', file_options: {} } as const
    const { fields: observed } = await session.describe(container)
    const measured = await profileRows(session, allRows(session, container, observed), observed, {
      high_correlation_threshold: 0.5,
      histogram_max_distinct_values: 10,
      types_are_declared: true,
    })
    statements = session.statements.length
    for (const field of measured.fields) fields.set(field.field.name, field)
    await session.close()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const metrics = (name: string) => {
    const found = fields.get(name)
    assert.ok(found)
    assert.equal(found.refusal?.message, undefined)
    return opened(found.metrics)
  }
  const within = (share: number, found: number | null, expected: number, what: string) =>
    assert.ok(
      Math.abs((found ?? Number.NaN) - expected) <= share * Math.abs(expected),
      `${what}: ${found}, not ${expected}`,
    )

  test('is measured with the others in three statements', () => {
    assert.equal(statements, 3)
  })

  test('has as many values as there are, within 5 %, and their diversity', () => {
    for (const name of ['id', 'name']) {
      within(0.05, metrics(name).approximate_distinct_values, rows, name)
      within(0.05, metrics(name).unique_distinct_ratio, 1, `${name} unique`)
      within(0.01, metrics(name).entropy, Math.log2(rows), `${name} entropy`)
    }
    within(0.05, metrics('mostly').approximate_distinct_values, (rows / 3) * 2, 'mostly')
    const rarely = (0.8 * rows) / 2
    assert.ok((metrics('word').approximate_distinct_values ?? 0) > rarely)
    assert.ok((metrics('word').unique_distinct_ratio ?? 1) < 0.5, 'most words occur twice')
    assert.equal(metrics('few').approximate_distinct_values, 10)
  })

  test('has its frequent values with every row counted, and the others in one bucket', () => {
    const expected: [string, string, number][] = [
      ['mostly', '7', rows / 3],
      ['word', 'often', rows / 5],
    ]
    for (const [name, value, count] of expected) {
      const { histogram_buckets: buckets } = metrics(name)
      assert.deepEqual([buckets[0]?.value, buckets[0]?.count], [value, count])
      assert.equal(buckets.length, 11)
      assert.equal(
        buckets.reduce((sum, bucket) => sum + bucket.count, 0),
        rows,
      )
    }
  })

  test('has its mean and deviation exactly, and its quartiles within 1 % of the ranks', () => {
    const id = metrics('id')
    within(1e-9, id.mean, (rows - 1) / 2, 'mean')
    within(1e-9, id.std_dev, Math.sqrt((rows * (rows + 1)) / 12), 'std_dev')
    assert.deepEqual([id.min, id.max], [0, rows - 1])
    for (const [found, share] of [
      [id.q1, 0.25],
      [id.median, 0.5],
      [id.q3, 0.75],
    ] as const)
      assert.ok(Math.abs((found ?? 0) / rows - share) < 0.01, `${found} at ${share}`)
    assert.deepEqual(id.kll?.parameters, { rank_error: 0.01 })
    assert.deepEqual([id.kll?.buckets[0]?.value, id.kll?.buckets.at(-1)?.value], [0, rows - 1])
    assert.deepEqual(metrics('few').kll?.parameters, { rank_error: 0 })
  })
})
