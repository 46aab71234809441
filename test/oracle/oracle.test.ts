import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { Reference } from '../../src/engine/check.ts'
import { recordText } from '../../src/kernel/cell.ts'
import { evaluated, measuredBefore, type Found } from '../harness/engine.ts'
import {
  absenceOf,
  exampleEngines,
  openExamples,
  type ExampleStore,
  type ExampleTable,
} from '../harness/example-stores.ts'
import { check } from './checks.ts'
import { checksFor, lacksDays } from './days.ts'
import { recordsDisagree } from './differences.ts'
import { isRowRule, verdictOf, type OracleCheck } from './judge.ts'
import { order } from './meeting.ts'
import { referenceIds, scanTime, type Scene } from './scene.ts'
import { writtenFor } from './spelling.ts'
import { columns, increment, likeness, nativeTypes, table } from './tables.ts'
import { millisOf, stored, type FieldName, type Row } from './values.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const seed = Number(process.env['ASSAY_ORACLE_SEED'] ?? 20_260_101)
const tables = Number(process.env['ASSAY_ORACLE_TABLES'] ?? (isFull ? 2000 : 40))
const tablesPerBatch = 100
const names = Object.keys(columns) as FieldName[]

function storedRow(engine: string, row: Row): Row {
  const held = (name: FieldName) =>
    lacksDays(engine) && columns[name] === 'Date' && row[name] !== null
      ? `${String(row[name])} 00:00:00`
      : stored(engine, row[name])
  return Object.fromEntries(names.map((name) => [name, held(name)])) as Row
}

interface Case {
  rows: Row[]
  beside: Row[]
  elsewhere: Row[]
  checks: OracleCheck[]
  rollup_threshold: number
  increment: { field: FieldName; above: string | null } | null
  last_modified: string | null
}

const modified =
  `2025-12-31T00:00:00.000Z 2025-12-31T23:59:59.999Z 2025-12-30T00:00:00.000Z 2025-12-29T23:59:59.999Z
  2020-02-29T12:00:00.000Z 2026-01-01T00:00:00.000Z`.split(/\s+/)

const cases = fc.sample(
  table.chain((rows) =>
    fc.record<Case>({
      rows: fc.constant(rows),
      beside: likeness(rows),
      elsewhere: likeness(rows),
      checks: fc.array(check, { minLength: 10, maxLength: 14 }),
      rollup_threshold: fc.constantFrom(0, 2, 1000),
      increment: fc.option(increment, { freq: 1 }).chain((some) => fc.constantFrom(null, some)),
      last_modified: fc.option(fc.constantFrom(...modified), { freq: 6 }),
    }),
  ),
  { numRuns: tables, seed },
)

/** Files whose names differ only in digits are one container, so the number is spelled in letters. */
const nameOf = (index: number): string =>
  `t_${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
const besideOf = (index: number): string => `${nameOf(index)}_beside`

const refersTo = ({ checks }: Case, id: number): boolean =>
  checks.some(({ properties }) => properties['ref_container_id'] === id)

/** The rows as the engine holds them; a file always says when it was modified. */
const heldBy = (engine: string, otherEngine: string, one: Case): Case => ({
  ...one,
  checks: checksFor([engine, otherEngine], one.checks),
  increment:
    one.increment && lacksDays(engine) && columns[one.increment.field] === 'Date' ? null : one.increment,
  rows: one.rows.map((row) => storedRow(engine, row)),
  beside: one.beside.map((row) => storedRow(engine, row)),
  elsewhere: one.elsewhere.map((row) => storedRow(otherEngine, row)),
  last_modified:
    one.last_modified ??
    (['duckdb', 'trino-files', 'spark-files'].includes(engine) ? (modified[0] ?? null) : null),
})

const exampleTable = (
  name: string,
  rows: readonly Row[],
  last_modified: string | null = null,
): ExampleTable => ({
  name,
  columns,
  native_types: nativeTypes,
  rows: rows.map((row) => names.map((field) => row[field])),
  ...(last_modified !== null && { last_modified }),
})

const atHand = exampleEngines.filter((engine) => absenceOf(engine) === false)

let judged = 0
after(() =>
  process.stdout.write(
    `${judged} checks were judged over ${cases.length} tables on each of ${atHand.join(', ')}.\n`,
  ),
)

for (const engine of exampleEngines) {
  const skip = absenceOf(engine)
  const others = atHand.filter((other) => other !== engine)
  describe(`the engine and a judge of single rows agree on ${engine}`, { skip }, () => {
    for (let start = 0; start < cases.length; start += tablesPerBatch) {
      const otherEngine = others[(start / tablesPerBatch) % others.length] ?? 'sqlite'
      const batch = cases.slice(start, start + tablesPerBatch).map((one) => heldBy(engine, otherEngine, one))
      const title = `over random tables ${start + 1} to ${start + batch.length} of seed ${seed}, beside ${otherEngine}`
      test(title, async () => {
        const store = await openExamples(
          engine,
          batch.flatMap((one, index) => [
            exampleTable(nameOf(index), one.rows, one.last_modified),
            ...(refersTo(one, referenceIds.beside) ? [exampleTable(besideOf(index), one.beside)] : []),
          ]),
        )
        const elsewhere = await openExamples(
          otherEngine,
          batch.flatMap((one, index) =>
            refersTo(one, referenceIds.elsewhere) ? [exampleTable(nameOf(index), one.elsewhere)] : [],
          ),
        )
        try {
          const differences: string[] = []
          for (const [index, one] of batch.entries()) {
            differences.push(
              ...(await compared({ store, elsewhere }, index, one)).map(
                (text) => `table ${start + index}: ${text}`,
              ),
            )
          }
          assert.equal(
            differences.length,
            0,
            `${differences.length} differences:\n${differences.slice(0, 10).join('\n')}`,
          )
        } finally {
          await elsewhere.close()
          await store.close()
        }
      })
    }
  })
}

interface Stores {
  store: ExampleStore
  elsewhere: ExampleStore
}

/** What the engine and the judge say differently of a table, each as a sentence to go by. */
async function compared(stores: Stores, index: number, one: Case): Promise<string[]> {
  const { rows, checks, rollup_threshold, last_modified } = one
  const found = await evaluated(
    stores.store,
    nameOf(index),
    checks.map((check) =>
      writtenFor(stores.store.session.dialect.name, stores.elsewhere.session.dialect.name, check),
    ),
    {
      rollup_threshold,
      source_record_limit: 1000,
      now: scanTime,
      increment: one.increment,
      last_modified,
      references: await referencesOf(stores, index, one),
      measurements: new Map(
        checks.map(({ measured = [] }, position) => [position + 1, measuredBefore(measured)]),
      ),
    },
  )
  judged += checks.length
  const read = rows.filter((row) => isAbove(one.increment, row))
  const scene: Scene = {
    rows: read,
    all: rows,
    references: new Map([
      [referenceIds.itself, rows],
      [referenceIds.beside, one.beside],
      [referenceIds.elsewhere, one.elsewhere],
    ]),
    last_modified,
  }
  const highest = one.increment && highestOf(one.increment.field, read, found.highest)
  return checks.flatMap((given, position) => {
    const difference = highest ?? differenceOf(found, position + 1, given, scene)
    if (difference === null) return []
    const { filter, ref_filter: _, aggregates: __, predicted: ___, ...told } = given
    return [
      `${difference}\n  of ${JSON.stringify({ ...told, filter: filter?.sql })} ${JSON.stringify(one.increment)}` +
        `\n  in ${shownRows(rows)}\n beside ${shownRows(referenceRows(given, scene))}`,
    ]
  })
}

const referenceRows = ({ properties }: OracleCheck, { references }: Scene): readonly Row[] =>
  references.get(properties['ref_container_id']) ?? []

const shownRows = (rows: readonly Row[]): string =>
  rows
    .map((row) =>
      recordText(
        names,
        names.map((field) => row[field]),
      ),
    )
    .join('\n     ')

async function referencesOf(
  { store, elsewhere }: Stores,
  index: number,
  one: Case,
): Promise<Map<number, Reference>> {
  const references = new Map<number, Reference>()
  const add = async (id: number, { session, container: named }: ExampleStore, table: string) => {
    if (!refersTo(one, id)) return
    const container = named(table)
    const { fields } = await session.describe(container)
    references.set(id, {
      container_id: id,
      datastore_id: session === store.session ? 1 : 2,
      name: container.name,
      fields,
      container,
      open: session === store.session ? null : (work) => work(session),
    })
  }
  await add(referenceIds.itself, store, nameOf(index))
  await add(referenceIds.beside, store, besideOf(index))
  await add(referenceIds.elsewhere, elsewhere, nameOf(index))
  return references
}

/** Whether an incremental scan reads the row: its value lies above the starting point. */
function isAbove(increment: Case['increment'], row: Row): boolean {
  if (increment === null || increment.above === null) return true
  const value = row[increment.field]
  return value !== null && order(increment.field, value, cellOf(increment.field, increment.above)) > 0
}

/** The cell that a text stands for. */
function cellOf(field: FieldName, text: string): Row[FieldName] {
  if (columns[field] === 'Integral') return BigInt(text)
  return columns[field] === 'Fractional' ? Number(text) : text
}

/** What is wrong with the value that the next scan would start from; null for nothing. */
function highestOf(field: FieldName, rows: readonly Row[], found: string | null): string | null {
  const values = rows.map((row) => row[field]).filter((value) => value !== null)
  const expected = values.toSorted((a, b) => order(field, a, b)).at(-1) ?? null
  const isSame =
    expected === null || found === null
      ? expected === found
      : order(field, expected, cellOf(field, found)) === 0
  return isSame ? null : `the next scan starts from ${found} instead of ${String(expected)}`
}

function differenceOf(found: Found, id: number, check: OracleCheck, scene: Scene): string | null {
  const expected = verdictOf(check, scene)
  const outcome = found.outcomes.get(id)
  const verdict = [outcome?.assertion_result, outcome?.asserted_records, outcome?.anomalous_records]
  const wanted = [expected.result, expected.asserted, expected.anomalous]
  if (JSON.stringify(verdict) !== JSON.stringify(wanted)) {
    return `${JSON.stringify(verdict)} instead of ${JSON.stringify(wanted)} (${outcome?.assertion_details})`
  }
  const records = [
    ...found.records.filter((record) => record.failed_checks.some((failed) => failed.check_id === id)),
    ...found.shapes.filter((shape) => shape.check_id === id).flatMap((shape) => shape.records),
  ].map(({ record }) => parsed(record))
  if (expected.differences) return recordsDisagree(check, expected.differences, records)
  const ids = records.map((record) => Number(record['id'])).sort((a, b) => a - b)
  if (JSON.stringify(ids) !== JSON.stringify(expected.guilty)) {
    return `records ${JSON.stringify(ids)} instead of ${JSON.stringify(expected.guilty)}`
  }
  for (const record of records) {
    const row = scene.rows.find(({ id }) => Number(id) === Number(record['id']))
    const wrong = names.find((name) => !row || !isSame(name, row[name], record[name]))
    if (wrong) return `the record shows ${String(record[wrong])} as ${wrong}`
  }
  if (isRowRule(check.rule_type) && expected.result === 'failed') {
    const single = found.records.filter((record) =>
      record.failed_checks.some((failed) => failed.check_id === id),
    )
    const shapes = found.shapes.filter((shape) => shape.check_id === id)
    if (single.length > 0 === shapes.length > 0) return 'it is neither records alone nor one shape alone'
  }
  return null
}

/** The record with its numbers as they are written, since JSON.parse would round them. */
function parsed(record: string): Record<string, unknown> {
  const keepDigits = (_name: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && context?.source && /^-?\d+$/.test(context.source)
      ? BigInt(context.source)
      : value
  return JSON.parse(record, keepDigits)
}

function isSame(name: FieldName, cell: Row[FieldName], shown: unknown): boolean {
  if (cell === null || shown === null) return cell === shown
  if (columns[name] === 'Timestamp') return millisOf(cell) === millisOf(String(shown))
  if (columns[name] === 'Fractional') return Object.is(Number(String(cell)) + 0, Number(shown) + 0)
  return cell === shown
}
