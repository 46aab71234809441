import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import type { FieldType } from '../../src/model/field.ts'
import { evaluated } from '../harness/engine.ts'
import {
  absenceOf,
  exampleEngines,
  openExamples,
  type ExampleStore,
  type ExampleTable,
} from '../harness/example-stores.ts'
import { microsOf, scaled } from './digits.ts'

const seed = Number(process.env['ASSAY_ORACLE_SEED'] ?? 20_260_101)
const tables = process.env['ASSAY_FULL'] === '1' ? 1000 : 25

const columns: Record<string, FieldType> = {
  id: 'Integral',
  i: 'Integral',
  j: 'Integral',
  p: 'Fractional',
  q: 'Fractional',
  m: 'Timestamp',
  n: 'Timestamp',
}
const nativeTypes = { p: 'decimal(38, 18)', q: 'decimal(38, 18)' }

const whole =
  `0 1 -1 9007199254740992 9007199254740993 -9007199254740993 9223372036854775806 9223372036854775807
  -9223372036854775807`.split(/\s+/)
const decimals = `0 0.1 0.1234 0.12345 1.000000000000000001 1.000000000000000002 9999999999999999.9999
  9999999999999999.9998 10000000000000000 -0.000000000000000001 1234567890123456789.012345678901234567`.split(
  /\s+/,
)
const moments = [
  '2023-12-31 23:59:59.999',
  '2023-12-31 23:59:59.9995',
  '2023-12-31 23:59:59.999999',
  '2024-01-01 00:00:00',
  '2024-01-01 00:00:00.000001',
  '2024-01-01 00:00:00.123',
  '2024-01-01 00:00:00.1234',
  '2024-01-01 00:00:00.123456',
  '2024-01-01 00:00:00.124',
]

type Kind = 'whole' | 'decimal' | 'moment'
const pools: Record<Kind, readonly string[]> = { whole, decimal: decimals, moment: moments }
const fieldsOf: Record<Kind, readonly [string, string]> = {
  whole: ['i', 'j'],
  decimal: ['p', 'q'],
  moment: ['m', 'n'],
}

/** A row by its fields, each value as a text of all its digits. */
type Row = Record<string, string | null>

/** A check and its verdict: the ids of the failing rows, or whether the whole fails. */
interface Case {
  rule_type: string
  fields: string[]
  properties: Record<string, unknown>
  kind: Kind
  verdict(rows: readonly Row[]): { guilty: string[] } | { failed: boolean }
}

const sizeOf = (kind: Kind, text: string): bigint => (kind === 'moment' ? microsOf(text) : scaled(text))
const text = (kind: Kind) => fc.constantFrom(...pools[kind])
const asGiven = (kind: Kind, value: string) => (kind === 'moment' ? `${value.replace(' ', 'T')}Z` : value)

/** A check of one value at a time. */
function rowCase(
  kind: Kind,
  rule_type: string,
  properties: Record<string, unknown>,
  fails: (size: bigint, other: bigint | null) => boolean,
): Case {
  const [field, other] = fieldsOf[kind]
  return {
    rule_type,
    fields: [field],
    properties,
    kind,
    verdict: (rows) => ({
      guilty: rows
        .filter((row) => {
          const [value = null, beside = null] = [row[field], row[other]]
          return value !== null && fails(sizeOf(kind, value), beside === null ? null : sizeOf(kind, beside))
        })
        .map(({ id }) => String(id)),
    }),
  }
}

const kind = fc.constantFrom<Kind>('whole', 'decimal', 'moment')
const number = fc.constantFrom<Kind>('whole', 'decimal')

const listed = kind.chain((of) =>
  fc.array(text(of), { minLength: 1, maxLength: 5 }).map((list) => {
    const sizes = new Set(list.map((one) => sizeOf(of, one)))
    return rowCase(
      of,
      'expectedValues',
      { list: list.map((one) => asGiven(of, one)) },
      (size) => !sizes.has(size),
    )
  }),
)
const required = kind.chain((of) =>
  fc.array(text(of), { minLength: 1, maxLength: 2 }).map((list): Case => {
    const [field] = fieldsOf[of]
    return {
      rule_type: 'requiredValues',
      fields: [field],
      properties: { list: list.map((one) => asGiven(of, one)) },
      kind: of,
      verdict: (rows) => ({
        failed: list.some(
          (one) => !rows.some((row) => row[field] && sizeOf(of, row[field]) === sizeOf(of, one)),
        ),
      }),
    }
  }),
)
const bounded = fc
  .tuple(number, fc.constantFrom('minValue', 'maxValue', 'lessThan', 'greaterThan', 'equalTo'))
  .chain(([of, rule]) =>
    text(of).map((value) => {
      const bound = sizeOf(of, value)
      const fails: Record<string, (size: bigint) => boolean> = {
        minValue: (size) => size < bound,
        maxValue: (size) => size > bound,
        lessThan: (size) => size >= bound,
        greaterThan: (size) => size <= bound,
        equalTo: (size) => size !== bound,
      }
      return rowCase(of, rule, { value }, fails[rule] ?? (() => false))
    }),
  )
const between = kind.chain((of) =>
  fc.tuple(text(of), text(of)).map((pair) => {
    const [min = '', max = ''] = pair.toSorted((a, b) => (sizeOf(of, a) < sizeOf(of, b) ? -1 : 1))
    const [low, high] = [sizeOf(of, min), sizeOf(of, max)]
    const fails = (size: bigint) => size < low || size > high
    return of === 'moment'
      ? rowCase(of, 'betweenTimes', { min_time: asGiven(of, min), max_time: asGiven(of, max) }, fails)
      : rowCase(of, 'between', { min, max }, fails)
  }),
)
const beside = kind.chain((of) =>
  fc.constantFrom('equalToField', 'greaterThanField', 'lessThanField').map((rule) =>
    rowCase(of, rule, { field_name: fieldsOf[of][1] }, (size, other) => {
      if (other === null) return false
      if (rule === 'equalToField') return size !== other
      return rule === 'greaterThanField' ? size <= other : size >= other
    }),
  ),
)
const apart = fc
  .constantFrom(0, 1, 124)
  .map((millis) =>
    rowCase(
      'moment',
      'equalToField',
      { field_name: 'n', duration_comparator: { millis } },
      (size, other) =>
        other !== null && (size > other ? size - other : other - size) > BigInt(millis) * 1000n,
    ),
  )
const instant = text('moment').chain((value) =>
  fc.constantFrom('afterDateTime', 'beforeDateTime').map((rule) => {
    const bound = microsOf(value)
    return rowCase('moment', rule, { datetime: asGiven('moment', value) }, (size) =>
      rule === 'afterDateTime' ? size <= bound : size >= bound,
    )
  }),
)
const unique = kind.map((of): Case => {
  const [field] = fieldsOf[of]
  return {
    rule_type: 'unique',
    fields: [field],
    properties: {},
    kind: of,
    verdict(rows) {
      const sizes = rows.map((row) => (row[field] ? sizeOf(of, row[field]) : null))
      const isTwice = (size: bigint | null) =>
        size !== null && sizes.indexOf(size) !== sizes.lastIndexOf(size)
      return { guilty: rows.filter((_, index) => isTwice(sizes[index] ?? null)).map(({ id }) => String(id)) }
    },
  }
})
const total = (rows: readonly Row[], field: string): bigint =>
  rows.reduce((sum, row) => sum + (row[field] ? scaled(row[field]) : 0n), 0n)
const sum = number.chain((of) =>
  text(of).map((value): Case => ({
    rule_type: 'sum',
    fields: [fieldsOf[of][0]],
    properties: { value },
    kind: of,
    verdict: (rows) => ({ failed: total(rows, fieldsOf[of][0]) !== scaled(value) }),
  })),
)
const compared = number.chain((of) =>
  fc.constantFrom('eq', 'lt', 'gte').map((comparison): Case => {
    const [a, b] = fieldsOf[of]
    return {
      rule_type: 'aggregationComparison',
      fields: [],
      properties: { comparison, expression: `max(${a})`, ref_container_id: 7, ref_expression: `max(${b})` },
      kind: of,
      verdict(rows) {
        const [left, right] = [greatest(rows, a, of), greatest(rows, b, of)]
        if (left === null || right === null) return { failed: true }
        if (comparison === 'eq') return { failed: left !== right }
        return { failed: comparison === 'lt' ? left >= right : left < right }
      },
    }
  }),
)

function greatest(rows: readonly Row[], field: string, of: Kind): bigint | null {
  const sizes = rows.flatMap((row) => (row[field] ? [sizeOf(of, row[field])] : []))
  return sizes.reduce<bigint | null>((most, size) => (most === null || size > most ? size : most), null)
}

const value = (of: Kind) => fc.option(text(of), { freq: 6 })
const row = fc.record({
  i: value('whole'),
  j: value('whole'),
  p: value('decimal'),
  q: value('decimal'),
  m: value('moment'),
  n: value('moment'),
})
const scenes = fc.sample(
  fc.record({
    rows: fc
      .array(row, { minLength: 1, maxLength: 8 })
      .map((rows) => rows.map((one, id): Row => ({ ...one, id: String(id) }))),
    checks: fc.array(
      fc.oneof(listed, required, bounded, between, beside, apart, instant, unique, sum, compared),
      {
        minLength: 12,
        maxLength: 12,
      },
    ),
  }),
  { numRuns: tables, seed },
)

function cell(name: string, value: string | null): Cell {
  if (value === null || columns[name] === 'Timestamp') return value
  return columns[name] === 'Integral' ? BigInt(value) : new ExactNumber(value)
}

const nameOf = (index: number): string =>
  `t_${String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

const exampleTable = (rows: readonly Row[], index: number): ExampleTable => ({
  name: nameOf(index),
  columns,
  native_types: nativeTypes,
  rows: rows.map((one) => Object.keys(columns).map((name) => cell(name, one[name] ?? null))),
})

for (const engine of exampleEngines) {
  describe(`every digit of a number and of a time counts on ${engine}`, { skip: absenceOf(engine) }, () => {
    test(`over ${tables} random tables of seed ${seed}`, async () => {
      const store = await openExamples(
        engine,
        scenes.map(({ rows }, index) => exampleTable(rows, index)),
      )
      try {
        const differences: string[] = []
        for (const [index, { rows, checks }] of scenes.entries()) {
          // SQLite has no decimals: it holds the binary fraction next to one.
          const known = checks.filter(({ kind: of }) => engine !== 'sqlite' || of !== 'decimal')
          differences.push(...(await differencesIn(store, nameOf(index), rows, known)))
        }
        assert.equal(differences.join('\n'), '')
      } finally {
        await store.close()
      }
    })
  })
}

async function differencesIn(
  store: ExampleStore,
  name: string,
  rows: readonly Row[],
  checks: readonly Case[],
): Promise<string[]> {
  const container = store.container(name)
  const { fields } = await store.session.describe(container)
  const references = new Map([[7, { container_id: 7, datastore_id: 1, name, fields, container, open: null }]])
  const found = await evaluated(store, name, checks, {
    references,
    rollup_threshold: 1000,
    source_record_limit: 1000,
  })
  return checks.flatMap((check, index) => {
    const id = index + 1
    const verdict = check.verdict(rows)
    const failed = 'failed' in verdict ? verdict.failed : verdict.guilty.length > 0
    const outcome = found.outcomes.get(id)
    const records = [
      ...found.records.filter((record) => record.failed_checks.some((one) => one.check_id === id)),
      ...found.shapes.filter((shape) => shape.check_id === id).flatMap((shape) => shape.records),
    ].map(({ record }) => String((JSON.parse(record) as { id: number }).id))
    const isRight =
      outcome?.assertion_result === (failed ? 'failed' : 'passed') &&
      ('failed' in verdict || records.toSorted().join() === verdict.guilty.join())
    if (isRight) return []
    const { rule_type, fields: named, properties } = check
    return [
      `${rule_type} of ${named.join()} ${JSON.stringify(properties)}: ${outcome?.assertion_result} ${records.join()} ${outcome?.assertion_details} instead of ${JSON.stringify(verdict)} in ${JSON.stringify(rows)}`,
    ]
  })
}
