import type { Cell } from '../../src/kernel/cell.ts'
import type { Condition, Truth } from './filters.ts'
import { columns } from './tables.ts'
import { collapsed, holding, isCard, readableAs } from './texts.ts'
import { compare, keyOf, millisOf, numberOf, type FieldName, type Row } from './values.ts'

/** A check in the terms of the oracle; properties as a person gives them. */
export interface OracleCheck {
  rule_type: string
  fields: FieldName[]
  // oxlint-disable-next-line typescript/no-explicit-any -- each rule has properties of its own
  properties: Record<string, any>
  filter: Condition | null
  coverage: number
  /** The condition of satisfiesExpression. */
  expression?: Condition
}

/** The time at which every random table is scanned. */
export const scanTime = '2026-01-01T00:00:00.000Z'

const isTime = (field: FieldName): boolean => columns[field] === 'Timestamp' || columns[field] === 'Date'

/** The instant as a value of the field's type: its UTC day beside dates. */
function momentFor(field: FieldName, text: string): string {
  const instant = new Date(text.includes('T') ? text : `${text}T00:00:00Z`).toISOString()
  return columns[field] === 'Date' ? instant.slice(0, 10) : instant.replace('T', ' ').replace('Z', '')
}

/** As texts of one shape: `2024-02-29 10:00:00` and `2024-02-29 10:00:00.000` are one time. */
const order = (field: FieldName, value: Cell, other: Cell): number =>
  isTime(field) ? Math.sign(millisOf(value) - millisOf(other)) : compare(value, other)

const listed = (field: FieldName, value: Cell, list: readonly Cell[]): boolean =>
  list.some(
    (one) =>
      order(field, value, columns[field] === 'Integral' && typeof one === 'string' ? BigInt(one) : one) === 0,
  )

/** How two numbers stand within a tolerance; a tolerance never bridges to what is no finite number. */
function numbersMeet(
  left: Cell,
  right: Cell,
  // oxlint-disable-next-line typescript/no-explicit-any -- as given
  { numeric_comparator: tolerance }: Record<string, any>,
  included: boolean,
): boolean {
  if (compare(left, right) === 0) return true
  if (!tolerance || tolerance.epsilon === 0) return false
  const [a, b] = [numberOf(left), numberOf(right)]
  const isExact = typeof a === 'bigint' && typeof b === 'bigint'
  if (!Number.isFinite(Number(a)) || !Number.isFinite(Number(b))) return false
  const distance = isExact ? Number(a > b ? a - b : b - a) : Math.abs(Number(a) - Number(b))
  const given = tolerance.epsilon * (isExact ? 1 : 1 + (included ? 1e-9 : -1e-9))
  const [measured, allowed] =
    tolerance.as_absolute === false ? [distance * 100, Math.abs(Number(a)) * given] : [distance, given]
  return included ? measured <= allowed : measured < allowed
}

// oxlint-disable-next-line typescript/no-explicit-any -- as given
function meet(check: OracleCheck, field: FieldName, a: Cell, b: Cell, included: boolean): boolean {
  const { duration_comparator: duration, string_comparator: texts } = check.properties
  if (isTime(field))
    return (
      Math.abs(millisOf(a) - millisOf(b)) <
        (duration?.millis ?? 0) + (included || !duration?.millis ? 0.5 : 0) || millisOf(a) === millisOf(b)
    )
  if (columns[field] === 'String' && texts?.ignore_whitespace)
    return collapsed(String(a)) === collapsed(String(b))
  if (columns[field] === 'Integral' || columns[field] === 'Fractional')
    return numbersMeet(a, b, check.properties, included)
  return order(field, a, b) === 0
}

const besideField = (side: 1 | -1) => (check: OracleCheck, row: Row) => {
  const [field, other] = pair(check)
  const [a, b] = [row[field], row[other]]
  if (a === null || b === null) return null
  const { numeric_comparator: numbers, duration_comparator: duration, inclusive } = check.properties
  const hasTolerance = isTime(field) ? duration?.millis > 0 : numbers?.epsilon > 0
  const meets = hasTolerance ? meet(check, field, a, b, true) : order(field, a, b) === 0
  return inclusive === true ? !meets && order(field, a, b) === -side : meets || order(field, a, b) === -side
}

function pair(check: OracleCheck): [FieldName, FieldName] {
  const [field] = check.fields
  if (!field) throw new Error('The check has no field.')
  return [field, check.properties['field_name'] ?? field]
}

const length = (value: Cell): number => [...String(value)].length

/** Whether a value that is not NULL fails, by rule. */
const valueFails: Record<string, (value: Cell, check: OracleCheck, field: FieldName) => boolean> = {
  afterDateTime: (value, { properties }, field) =>
    order(field, value, momentFor(field, properties['datetime'])) <= 0,
  beforeDateTime: (value, { properties }, field) =>
    order(field, value, momentFor(field, properties['datetime'])) >= 0,
  betweenTimes: (value, { properties: { min_time: min, max_time: max } }, field) =>
    (min && order(field, value, momentFor(field, min)) < 0) ||
    (max && order(field, value, momentFor(field, max)) > 0),
  notFuture: (value, _check, field) => order(field, value, momentFor(field, scanTime)) > 0,
  between(value, { properties: { min, max, inclusive_min, inclusive_max } }) {
    const low = min !== undefined && compare(value, min) < (inclusive_min === false ? 1 : 0)
    return low || (max !== undefined && compare(value, max) > (inclusive_max === false ? -1 : 0))
  },
  minValue: (value, { properties: { value: bound, inclusive } }) =>
    compare(value, bound) < (inclusive === false ? 1 : 0),
  maxValue: (value, { properties: { value: bound, inclusive } }) =>
    compare(value, bound) > (inclusive === false ? -1 : 0),
  greaterThan: (value, { properties: { value: bound, inclusive } }) =>
    compare(value, bound) < (inclusive === true ? 0 : 1),
  lessThan: (value, { properties: { value: bound, inclusive } }) =>
    compare(value, bound) > (inclusive === true ? 0 : -1),
  positive: (value) => compare(value, 0) <= 0,
  notNegative: (value) => compare(value, 0) < 0,
  minLength: (value, { properties }) => length(value) < properties['value'],
  maxLength: (value, { properties }) => length(value) > properties['value'],
  notEmpty: (value) => value === '',
  expectedValues: (value, { properties }, field) => !listed(field, value, properties['list']),
  isType: (value, { properties }) => !readableAs[properties['field_type']]?.(String(value)),
  isCreditCard: (value) => !isCard(String(value)),
  matchesPattern: (value, { properties }) => !new RegExp(properties['pattern'], 'u').test(String(value)),
  ...Object.fromEntries(
    Object.entries(holding).map(([rule, texts]) => [rule, (value: Cell) => !texts.includes(String(value))]),
  ),
}

/** Rules that look at more than one value of the row. */
const rowFails: Record<string, (check: OracleCheck, row: Row, all: readonly Row[]) => Truth> = {
  notNull: ({ fields }, row) => fields.some((field) => row[field] === null),
  anyNotNull: ({ fields }, row) => fields.every((field) => row[field] === null),
  equalTo: ({ fields, properties }, row) =>
    fields.some((field) => {
      const value = row[field]
      const given =
        typeof properties['value'] === 'string' ? BigInt(properties['value']) : properties['value']
      const target = Number.isInteger(given) ? BigInt(given) : given
      return value !== null && !numbersMeet(value, target, properties, properties['inclusive'] !== false)
    }),
  equalToField(check, row) {
    const [field, other] = pair(check)
    const [a, b] = [row[field], row[other]]
    return a === null || b === null
      ? null
      : !meet(check, field, a, b, check.properties['inclusive'] !== false)
  },
  greaterThanField: besideField(1),
  lessThanField: besideField(-1),
  satisfiesExpression({ expression }, row) {
    const truth = expression?.holds(row) ?? null
    return truth === null ? null : !truth
  },
  existsIn: (check, row, all) => missing(check, row, all),
  notExistsIn(check, row, all) {
    const isMissing = missing(check, row, all)
    return isMissing === null ? null : !isMissing
  },
}

/** The container refers to itself: to another field of its own rows. */
function missing(check: OracleCheck, row: Row, all: readonly Row[]): Truth {
  const [field, other] = pair(check)
  const value = row[field]
  if (value === null) return null
  return !all.some((one) => one[other] !== null && order(field, value, one[other]) === 0)
}

/** Whether the row fails a row rule, the filter left aside; unknown passes. */
function failsRow(check: OracleCheck, row: Row, all: readonly Row[]): boolean {
  const whole = rowFails[check.rule_type]
  if (whole) return whole(check, row, all) === true
  const [field] = pair(check)
  const value = row[field]
  return value !== null && valueFails[check.rule_type]?.(value, check, field) === true
}

export const isRowRule = (rule: string): boolean => rule in valueFails || rule in rowFails

/** The verdict on a whole container; null for anomalous where rows cannot be counted. */
export interface Verdict {
  result: 'passed' | 'failed' | 'unasserted'
  asserted: number
  anomalous: number
  /** The `id`s of the rows to blame, sorted. */
  guilty: number[]
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => Number(id)).sort((a, b) => a - b)

export function verdictOf(check: OracleCheck, all: readonly Row[]): Verdict {
  const rows = check.filter ? all.filter((row) => check.filter?.holds(row) === true) : [...all]
  if (isRowRule(check.rule_type)) {
    const guilty = rows.filter((row) => failsRow(check, row, all))
    const failed = beyondCoverage(guilty.length, rows.length, check.coverage)
    const verdict = failed ? 'failed' : 'passed'
    return {
      result: rows.length === 0 ? 'unasserted' : verdict,
      asserted: rows.length,
      anomalous: guilty.length,
      guilty: failed ? idsOf(guilty) : [],
    }
  }
  const { failed, duplicates } = judgeWhole(check, rows)
  return {
    result: failed ? 'failed' : 'passed',
    asserted: rows.length,
    anomalous: duplicates?.surplus ?? 0,
    guilty: failed && duplicates ? idsOf(duplicates.rows) : [],
  }
}

function beyondCoverage(guilty: number, asserted: number, coverage: number): boolean {
  // In hundredths, since coverage is given in them here.
  return guilty * 100 > asserted * (100 - Math.round(coverage * 100))
}

function judgeWhole(
  check: OracleCheck,
  rows: readonly Row[],
): { failed: boolean; duplicates?: { surplus: number; rows: Row[] } } {
  const { properties, fields, rule_type, coverage } = check
  const field = fields[0] ?? 'id'
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    if (fields.some((one) => row[one] === null)) continue
    const key = fields.map((one) => keyOf(row[one])).join('\u0000')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  switch (rule_type) {
    case 'unique': {
      const guilty = [...groups.values()].filter((group) => group.length > 1).flat()
      const surplus = [...groups.values()].reduce((total, group) => total + group.length - 1, 0)
      return { failed: beyondCoverage(surplus, rows.length, coverage), duplicates: { surplus, rows: guilty } }
    }
    case 'distinctCount':
      return { failed: !comparisons[properties['comparison'] ?? 'eq']?.(groups.size, properties['value']) }
    case 'sum':
      return {
        failed: !(Math.abs(sumOf(field, rows) - properties['value']) <= 1e-9 * Math.abs(properties['value'])),
      }
    case 'requiredValues':
      return {
        failed: (properties['list'] as Cell[]).some(
          (value) => !rows.some((row) => row[field] !== null && listed(field, row[field], [value])),
        ),
      }
    case 'minPartitionSize':
      return { failed: rows.length < properties['value'] }
    case 'maxPartitionSize':
      return { failed: rows.length > properties['value'] }
    default:
      throw new Error(`The oracle does not know ${rule_type}.`)
  }
}

const comparisons: Record<string, (left: number, right: number) => boolean> = {
  eq: (left, right) => left === right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
  gt: (left, right) => left > right,
  'greater than or equal to': (left, right) => left >= right,
}

function sumOf(field: FieldName, rows: readonly Row[]): number {
  const values = rows.map((row) => row[field]).filter((value) => value !== null)
  if (columns[field] === 'Integral')
    return Number(values.reduce<bigint>((total, value) => total + BigInt(String(value)), 0n))
  return values.reduce<number>((total, value) => total + Number(numberOf(value)), 0)
}
