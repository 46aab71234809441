import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { Reference } from '../../src/engine/check.ts'
import { recordText } from '../../src/kernel/cell.ts'
import { evaluated, type Found } from '../harness/engine.ts'
import { exampleEngines, openExamples, type ExampleStore } from '../harness/example-stores.ts'
import { mariadbAbsence } from '../harness/mariadb-source.ts'
import { check } from './checks.ts'
import { isRowRule, scanTime, verdictOf, type OracleCheck } from './judge.ts'
import { columns, nativeTypes, table } from './tables.ts'
import { millisOf, stored, type FieldName, type Row } from './values.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const seed = Number(process.env['ASSAY_ORACLE_SEED'] ?? 20_260_101)
const tables = isFull ? 2000 : 60
const tablesPerStore = 100
const names = Object.keys(columns) as FieldName[]

function storedRow(engine: string, row: Row): Row {
  return Object.fromEntries(names.map((name) => [name, stored(engine, row[name])])) as Row
}

interface Case {
  rows: Row[]
  checks: OracleCheck[]
  rollup_threshold: number
}

const cases = fc.sample(
  fc.record({
    rows: table,
    checks: fc.array(check, { minLength: 10, maxLength: 14 }),
    rollup_threshold: fc.constantFrom(0, 2, 1000),
  }),
  { numRuns: tables, seed },
)

/** Files whose names differ only in digits are one container, so the number is spelled in letters. */
const nameOf = (index: number): string =>
  `t_${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`

for (const engine of exampleEngines) {
  const skip = engine === 'mariadb' && mariadbAbsence
  describe(`the engine and a judge of single rows agree on ${engine}`, { skip }, () => {
    for (let start = 0; start < cases.length; start += tablesPerStore) {
      const batch = cases.slice(start, start + tablesPerStore).map((one) => ({
        ...one,
        rows: one.rows.map((row) => storedRow(engine, row)),
      }))
      test(`over random tables ${start + 1} to ${start + batch.length} of seed ${seed}`, async () => {
        const store = await openExamples(
          engine,
          batch.map(({ rows }, index) => ({
            name: nameOf(index),
            columns,
            native_types: nativeTypes,
            rows: rows.map((row) => names.map((name) => row[name])),
          })),
        )
        try {
          const differences: string[] = []
          for (const [index, one] of batch.entries()) {
            differences.push(
              ...(await compared(store, index, one)).map((text) => `table ${start + index}: ${text}`),
            )
          }
          assert.equal(
            differences.length,
            0,
            `${differences.length} differences:\n${differences.slice(0, 10).join('\n')}`,
          )
        } finally {
          await store.close()
        }
      })
    }
  })
}

/** What the engine and the judge say differently of a table, each as a sentence to go by. */
async function compared(store: ExampleStore, index: number, one: Case): Promise<string[]> {
  const { rows, checks, rollup_threshold } = one
  const name = nameOf(index)
  const found = await evaluated(
    store,
    name,
    checks.map(({ rule_type, fields, properties, filter, coverage }) => ({
      rule_type,
      fields,
      properties,
      filter: filter?.sql ?? null,
      coverage,
    })),
    {
      rollup_threshold,
      source_record_limit: 1000,
      now: scanTime,
      references: await itself(store, name),
    },
  )
  return checks.flatMap((given, position) => {
    const difference = differenceOf(found, position + 1, given, rows)
    if (difference === null) return []
    const shown = rows.map((row) =>
      recordText(
        names,
        names.map((field) => row[field]),
      ),
    )
    return [
      `${difference}\n  of ${JSON.stringify({ ...given, filter: given.filter?.sql })}\n  in ${shown.join('\n     ')}`,
    ]
  })
}

async function itself(store: ExampleStore, name: string): Promise<Map<number, Reference>> {
  const container = store.container(name)
  const { fields } = await store.session.describe(container)
  return new Map([
    [7, { container_id: 7, datastore_id: 1, name: container.name, fields, container, open: null }],
  ])
}

function differenceOf(found: Found, id: number, check: OracleCheck, rows: readonly Row[]): string | null {
  const expected = verdictOf(check, rows)
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
  const ids = records.map((record) => Number(record['id'])).sort((a, b) => a - b)
  if (JSON.stringify(ids) !== JSON.stringify(expected.guilty)) {
    return `records ${JSON.stringify(ids)} instead of ${JSON.stringify(expected.guilty)}`
  }
  for (const record of records) {
    const row = rows.find(({ id }) => Number(id) === Number(record['id']))
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
