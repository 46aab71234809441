import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileRows, type MeasuredField } from '../../src/engine/profile/profile-rows.ts'
import { millisOf } from '../../src/engine/profile/millis.ts'
import { allRows } from '../../src/engine/relation.ts'
import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import { opened } from '../../src/kernel/held.ts'
import type { FieldType } from '../../src/model/field.ts'
import { absenceOf, exampleEngines, openExamples, type ExampleTable } from '../harness/example-stores.ts'
import { seeded } from '../harness/random.ts'
import { correlationOf, diversity, figuresOfNumbers, occurrences } from './expected-metrics.ts'
import { randomTable } from './random-tables.ts'

type Engine = (typeof exampleEngines)[number]

const tablesPerEngine = process.env['ASSAY_FULL'] === '1' ? 80 : 6
const settings = {
  high_correlation_threshold: 0,
  histogram_max_distinct_values: 100,
  types_are_declared: true,
}

/** What the store keeps of a value that it is given. */
function stored(cell: Cell, engine: Engine): Cell {
  if (engine === 'oracle' && cell === '') return null
  if (typeof cell !== 'number' || Number.isFinite(cell)) return cell
  if (['duckdb', 'oracle', 'postgresql', 'snowflake', 'spark', 'spark-files'].includes(engine)) return cell
  if (Number.isNaN(cell)) return null
  return ['mariadb', 'mysql', 'sqlserver'].includes(engine) ? Math.sign(cell) * Number.MAX_VALUE : cell
}

/** A number for what has a size, else null. */
function sizeOf(cell: Cell, type: FieldType): number | bigint | null {
  if (type === 'Date' || type === 'Timestamp') return typeof cell === 'string' ? millisOf(cell) : null
  if (typeof cell === 'bigint') return cell
  const number = cell instanceof ExactNumber ? Number(cell.text) : cell
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** One text for one value, however a store writes it. */
function keyOf(cell: Cell | string, type: FieldType): string {
  if (type === 'Date' || type === 'Timestamp') return String(millisOf(String(cell)))
  return type === 'Fractional' ? String(Number(String(cell)) + 0) : String(cell)
}

/** Fails unless the two are equal to 1e-9 of the greater of the expected one and `size`. */
function near(found: unknown, expected: number | null | undefined, size: number, where: string): void {
  if (expected === null || expected === undefined) return assert.equal(found, null, where)
  assert.equal(typeof found, 'number', `${where}: ${String(found)}, not ${expected}`)
  const allowed = 1e-9 * Math.max(Math.abs(expected), size)
  assert.ok(Math.abs(Number(found) - expected) <= allowed, `${where}: ${String(found)}, not ${expected}`)
}

function checkNumbers(
  { metrics: held }: MeasuredField,
  sizes: readonly (number | bigint)[],
  type: FieldType,
  where: string,
) {
  const metrics = opened(held)
  const expected = figuresOfNumbers(sizes)
  const numbers = sizes.map(Number)
  const size = Math.max(0, ...numbers.map(Math.abs))
  const least = numbers.length === 0 ? null : Math.min(...numbers)
  near(metrics.min, least, 0, `${where} min`)
  near(metrics.max, numbers.length === 0 ? null : Math.max(...numbers), 0, `${where} max`)
  near(metrics.mean, expected.mean, size, `${where} mean`)
  const isTime = type === 'Date' || type === 'Timestamp'
  // A sum next to the greatest number may come out beyond it.
  if (!(Math.abs(expected.sum ?? 0) > 1.7e308))
    near(metrics.sum, isTime ? null : expected.sum, size, `${where} sum`)
  near(metrics.std_dev, expected.std_dev, 0, `${where} std_dev`)
  near(metrics.skewness, expected.skewness, 1, `${where} skewness`)
  near(metrics.kurtosis, expected.kurtosis, 1, `${where} kurtosis`)
  assert.equal(metrics.is_not_normal, expected.is_not_normal, `${where} is_not_normal`)
  for (const [index, place] of [5, 10, 15].entries()) {
    const found = [metrics.q1, metrics.median, metrics.q3][index]
    near(found, expected.quantiles[place], size, `${where} quartile ${index + 1}`)
  }
  for (const [index, { value }] of (metrics.kll?.buckets ?? []).entries())
    near(value, expected.quantiles[index], size, `${where} quantile ${index}`)
}

function checkValues(
  { metrics: held, field }: MeasuredField,
  cells: readonly Cell[],
  rows: number,
  where: string,
) {
  const metrics = opened(held)
  const present = cells.filter((cell) => cell !== null)
  near(metrics.completeness, rows === 0 ? null : present.length / rows, 0, `${where} completeness`)
  const keys = present.map((cell) => keyOf(cell, field.type))
  const expected = diversity(keys)
  assert.equal(metrics.approximate_distinct_values, expected.distinct, `${where} distinct`)
  near(metrics.unique_distinct_ratio, expected.unique_ratio, 0, `${where} unique`)
  near(metrics.entropy, expected.entropy, 1, `${where} entropy`)
  const buckets = metrics.histogram_buckets.map(({ value, count }): [string, number] => [
    keyOf(value ?? 'rest', field.type),
    count,
  ])
  assert.deepEqual(new Map(buckets), occurrences(keys), `${where} histogram`)
  const lengths = field.type === 'String' ? present.map((cell) => [...String(cell)].length) : []
  near(metrics.min_length, lengths.length === 0 ? null : Math.min(...lengths), 0, `${where} min_length`)
  near(metrics.max_length, lengths.length === 0 ? null : Math.max(...lengths), 0, `${where} max_length`)
}

/** Correlations of which the rows that have both lie close together, beside how far all lie apart, lose digits and are left out. */
function checkCorrelations(
  fields: readonly MeasuredField[],
  sizes: readonly (number | bigint | null)[][],
  where: string,
) {
  const compared = fields.flatMap(({ field: { type } }, index) =>
    type === 'Integral' || type === 'Fractional' ? [index] : [],
  )
  for (const left of compared)
    for (const right of compared) {
      if (left === right) continue
      const expected = correlationOf(sizes[left] ?? [], sizes[right] ?? [])
      if (expected !== null && !(expected.condition < 1e4)) continue
      const measured = fields[left]
      const found =
        measured &&
        opened(measured.metrics).field_correlations.find(({ field }) => field === fields[right]?.field.name)
      near(
        found?.correlation ?? null,
        expected?.correlation,
        1,
        `${where} correlation of ${left} and ${right}`,
      )
    }
}

/** The days that stand for "never" and "for ever" in many tables. */
const ends: ExampleTable = {
  name: 'ends',
  columns: { day: 'Date', at: 'Timestamp' },
  rows: [
    ['0001-01-01', '0001-01-01 00:00:00'],
    ['2024-02-29', '2024-02-29 12:00:00'],
    ['9999-12-31', '9999-12-31 23:59:59'],
  ],
}

for (const engine of exampleEngines) {
  const skip = absenceOf(engine)
  test(`figures of the first and the last day in ${engine} leave neither out`, { skip }, async () => {
    const store = await openExamples(engine, [ends])
    try {
      await checkTable(engine, store, ends)
    } finally {
      await store.close()
    }
  })

  test(`figures of random tables in ${engine} are those of an exact computation`, { skip }, async () => {
    const random = seeded(20_261_122 + engine.length)
    const tables = Array.from({ length: tablesPerEngine }, (_, index) => randomTable(index, random))
    const store = await openExamples(engine, tables)
    try {
      for (const table of tables) await checkTable(engine, store, table)
    } finally {
      await store.close()
    }
  })
}

async function checkTable(
  engine: Engine,
  store: Awaited<ReturnType<typeof openExamples>>,
  table: ExampleTable,
) {
  const container = store.container(table.name)
  const { fields: observed } = await store.session.describe(container)
  const relation = allRows(store.session, container, observed)
  const { rows, fields } = await profileRows(store.session, relation, observed, settings)
  assert.equal(rows, table.rows.length)
  const all = fields.map(({ field }, index) => ({
    field,
    cells: table.rows.map((row) => stored(row[index] ?? null, engine)),
  }))
  const sizes = all.map(({ field, cells }) => cells.map((cell) => sizeOf(cell, field.type)))
  for (const [index, measured] of fields.entries()) {
    const where = `${engine} ${table.name} ${measured.field.name} ${measured.field.native_type}`
    assert.equal(measured.refusal, null, `${where} ${measured.refusal?.message}`)
    const cells = all[index]?.cells ?? []
    checkValues(measured, cells, table.rows.length, where)
    const numbers = (sizes[index] ?? []).filter((size) => size !== null)
    if (['Integral', 'Fractional', 'Date', 'Timestamp'].includes(measured.field.type))
      checkNumbers(measured, numbers, measured.field.type, where)
  }
  checkCorrelations(fields, sizes, `${engine} ${table.name}`)
}
