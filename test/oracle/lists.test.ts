import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ExactNumber } from '../../src/kernel/cell.ts'
import type { FieldType } from '../../src/model/field.ts'
import { evaluated, type GivenCheck } from '../harness/engine.ts'
import {
  absenceOf,
  exampleEngines,
  openExamples,
  type ExampleStore,
  type ExampleTable,
} from '../harness/example-stores.ts'

const seed = Number(process.env['ASSAY_ORACLE_SEED'] ?? 20_260_102)
const tables = process.env['ASSAY_FULL'] === '1' ? 500 : 30

type Engine = (typeof exampleEngines)[number]

const columns: Record<string, FieldType> = {
  id: 'Integral',
  /** A decimal of four places; the binary fraction next to one where the engine has no decimals. */
  d: 'Fractional',
  /** A binary fraction. */
  f: 'Fractional',
  m: 'Timestamp',
}

const nativeTypes: Record<Engine, Record<string, string>> = {
  duckdb: { d: 'decimal(18, 4)' },
  sqlite: { d: 'decimal(18, 4)' },
  postgresql: { d: 'numeric(18, 4)', m: 'timestamp(3)' },
  mariadb: { d: 'decimal(18, 4)', m: 'datetime(3)' },
  mysql: { d: 'decimal(18, 4)', m: 'datetime(3)' },
}

/** A row: ten-thousandths of both numbers, and milliseconds since 1970; null for NULL. */
interface Row {
  d: number | null
  f: number | null
  m: number | null
  /** Which of the spellings the time has where times are text. */
  spelling: number
}

type Field = 'd' | 'f' | 'm'

/** A list of values of one field, each in one of the forms that a list may have. */
interface Listed {
  rule_type: 'expectedValues' | 'requiredValues'
  field: Field
  values: { size: number; form: number }[]
}

// Few neighbouring values, so that a list has some rows and misses others by the last digit.
const bases = [0, 1, 12_345, 9_999, 123_456_789_012, 2 ** 40, 4_999_999_999_999_990]
const tenThousandths = fc
  .tuple(fc.constantFrom(...bases), fc.integer({ min: -3, max: 3 }), fc.boolean())
  .map(([base, step, isNegative]) => (isNegative ? -1 : 1) * (base + step) || 0)
const midnight = Date.UTC(2024, 1, 29)
const milliseconds = fc
  .tuple(fc.constantFrom(0, 86_399_999, 43_200_500, 86_400_000), fc.integer({ min: -3, max: 3 }))
  .map(([base, step]) => midnight + base + step)

const sizes: Record<Field, fc.Arbitrary<number>> = { d: tenThousandths, f: tenThousandths, m: milliseconds }

const row: fc.Arbitrary<Row> = fc.record({
  d: fc.option(tenThousandths, { freq: 6 }),
  f: fc.option(tenThousandths, { freq: 6 }),
  m: fc.option(milliseconds, { freq: 6 }),
  spelling: fc.nat(5),
})

const listed: fc.Arbitrary<Listed> = fc.constantFrom<Field>('d', 'f', 'm').chain((field) =>
  fc.record({
    rule_type: fc.constantFrom<Listed['rule_type']>('expectedValues', 'expectedValues', 'requiredValues'),
    field: fc.constant(field),
    values: fc.array(fc.record({ size: sizes[field], form: fc.nat(2) }), { minLength: 1, maxLength: 8 }),
  }),
)

const scenes = fc.sample(
  fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    lists: fc.array(listed, { minLength: 9, maxLength: 9 }),
  }),
  { numRuns: tables, seed },
)

/** Ten-thousandths as a decimal of four places. */
function decimalText(size: number): string {
  const digits = String(Math.abs(size)).padStart(5, '0')
  return `${size < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

const momentText = (millis: number) => new Date(millis).toISOString().slice(0, 23)

/** The same moment as people write it into a text column. */
function spelt(millis: number, spelling: number): string {
  const text = momentText(millis)
  const spellings = [
    text.replace('T', ' '),
    text,
    `${text}Z`,
    `${text.replace('T', ' ')}000`,
    `${momentText(millis + 2 * 3_600_000)}+02:00`,
    text.replace('T', ' ').replace(/\.?0+$/, ''),
  ]
  return spellings[spelling] ?? text
}

/** A value of a list as a client sends it: with all places, without what may be left out, or as JSON number or with a zone. */
function given(field: Field, { size, form }: { size: number; form: number }): string | number {
  if (field !== 'm') {
    const text = decimalText(size)
    return form === 0 ? text : form === 1 ? Number(text) : text.replace(/\.?0+$/, '')
  }
  const text = momentText(size)
  return form === 0 ? `${text}Z` : form === 1 ? text : `${momentText(size - 3 * 3_600_000)}-03:00`
}

const exampleTable = (engine: Engine, rows: readonly Row[], index: number): ExampleTable => ({
  name: `t_${String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`,
  columns,
  native_types: nativeTypes[engine] ?? {},
  rows: rows.map(({ d, f, m, spelling }, id) => [
    BigInt(id),
    d === null ? null : new ExactNumber(decimalText(d)),
    f === null ? null : Number(decimalText(f)),
    m === null ? null : spelt(m, engine === 'sqlite' ? spelling : 0),
  ]),
})

/** What the list must find, from whole numbers alone: the ids of the failing rows, or whether a value is missing. */
function expected({ rule_type, field, values }: Listed, rows: readonly Row[]): string {
  const wanted = new Set(values.map(({ size }) => size))
  if (rule_type === 'requiredValues') {
    const present = new Set(rows.map((one) => one[field]))
    return wanted.isSubsetOf(present) ? 'passed' : 'failed'
  }
  const guilty = rows.flatMap((one, id) => (one[field] === null || wanted.has(one[field]) ? [] : id))
  return guilty.length === 0 ? 'passed' : `failed ${guilty.join()}`
}

async function found(
  store: ExampleStore,
  table: string,
  lists: readonly Listed[],
): Promise<(string | undefined)[]> {
  const checks = lists.map(({ rule_type, field, values }): GivenCheck => ({
    rule_type,
    fields: [field],
    properties: { list: values.map((value) => given(field, value)) },
  }))
  const { outcomes, records } = await evaluated(store, table, checks, { rollup_threshold: 1000 })
  return lists.map(({ rule_type }, index) => {
    const outcome = outcomes.get(index + 1)
    if (outcome?.assertion_result !== 'failed' || rule_type === 'requiredValues')
      return outcome?.assertion_details ?? outcome?.assertion_result
    const guilty = records
      .filter(({ failed_checks }) => failed_checks.some(({ check_id }) => check_id === index + 1))
      .map(({ record }) => Number((JSON.parse(record) as { id: number }).id))
    return `failed ${guilty.toSorted((one, other) => one - other).join()}`
  })
}

for (const engine of exampleEngines) {
  describe(
    `lists of decimals of four places and of times with milliseconds on ${engine}`,
    { skip: absenceOf(engine) },
    () => {
      test(`meet exactly the equal values, over ${tables} random tables of seed ${seed}`, async () => {
        const examples = scenes.map(({ rows }, index) => exampleTable(engine, rows, index))
        const store = await openExamples(engine, examples)
        try {
          for (const [index, { rows, lists }] of scenes.entries()) {
            assert.deepEqual(
              await found(store, examples[index]?.name ?? '', lists),
              lists.map((list) => expected(list, rows)),
              JSON.stringify({ rows, lists }),
            )
          }
        } finally {
          await store.close()
        }
      })
    },
  )
}
