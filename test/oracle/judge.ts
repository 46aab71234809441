import type { Cell } from '../../src/kernel/cell.ts'
import type { Condition, Truth } from './filters.ts'
import { differencesOf, type Differences } from './differences.ts'
import { isTime, listed, meet, momentFor, numbersMeet, order } from './meeting.ts'
import { scanTime, type Formula, type Measured, type Scene } from './scene.ts'
import { scaled } from './digits.ts'
import { columns } from './tables.ts'
import { holding, isCard, readableAs } from './texts.ts'
import { compare, keyOf, millisOf, numberOf, type FieldName, type Row } from './values.ts'
import { comparisons, measuredVerdict, widerFails } from './wider-judge.ts'

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
  /** The expression of predictedBy. */
  predicted?: Formula<Row>
  /** Both sides of aggregationComparison. */
  aggregates?: Record<'own' | 'other', Formula<readonly Row[]>>
  /** The filter of the container that it refers to. */
  ref_filter?: Condition
  /** What earlier scans measured for it, newest first. */
  measured?: readonly Measured[]
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

/** Rules that look at more than one value of the row. */
const rowFails: Record<string, (check: OracleCheck, row: Row, scene: Scene) => Truth> = {
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
  existsIn: (check, row, scene) => missing(check, row, scene),
  notExistsIn(check, row, scene) {
    const isMissing = missing(check, row, scene)
    return isMissing === null ? null : !isMissing
  },
  predictedBy({ fields: [field = 'id'], properties: { tolerance }, predicted }, row) {
    const [value, expected] = [row[field], predicted?.of(row) ?? null]
    if (value === null || expected === null) return null
    if (order(field, value, expected) === 0) return false
    return columns[field] === 'Date' || columns[field] === 'Timestamp'
      ? Math.abs(millisOf(value) - millisOf(expected)) > tolerance
      : !numbersMeet(value, expected, { numeric_comparator: { epsilon: tolerance } }, true)
  },
}

/** Whether no row of the container that the check refers to, its filter passed, has the value. */
function missing(check: OracleCheck, row: Row, scene: Scene): Truth {
  const [field, other] = pair(check)
  const value = row[field]
  if (value === null) return null
  return !referenced(check, scene).some((one) => one[other] !== null && order(field, value, one[other]) === 0)
}

/** Whether the row fails a row rule, the filter left aside; unknown passes. */
function failsRow(check: OracleCheck, row: Row, scene: Scene): boolean {
  const whole = rowFails[check.rule_type]
  if (whole) return whole(check, row, scene) === true
  const [field] = pair(check)
  const value = row[field]
  return value !== null && valueFails[check.rule_type]?.(value, check, field) === true
}

export const isRowRule = (rule: string): boolean => rule in valueFails || rule in rowFails

/** The verdict on a whole container. */
export interface Verdict {
  result: 'passed' | 'failed' | 'unasserted'
  /** Null when nothing could be judged. */
  asserted: number | null
  anomalous: number | null
  /** The `id`s of the rows to blame, sorted. */
  guilty: number[]
  /** Rows that are not those of another container. */
  differences?: Differences
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
const filtered = ({ filter }: OracleCheck, rows: readonly Row[]): readonly Row[] =>
  filter ? rows.filter((row) => filter.holds(row) === true) : rows

export function verdictOf(check: OracleCheck, scene: Scene): Verdict {
  const rows = filtered(check, scene.rows)
  if (isRowRule(check.rule_type)) {
    const guilty = rows.filter((row) => failsRow(check, row, scene))
    const failed = beyondCoverage(guilty.length, rows.length, check.coverage)
    const verdict = failed ? 'failed' : 'passed'
    return {
      result: rows.length === 0 ? 'unasserted' : verdict,
      asserted: rows.length,
      anomalous: guilty.length,
      guilty: failed ? idsOf(guilty) : [],
    }
  }
  if (check.rule_type === 'dataDiff' || check.rule_type === 'isReplicaOf') {
    // Part of a container is never the whole of another, so an incremental scan compares all rows too.
    const target = filtered(check, scene.all)
    const differences = differencesOf(check, target, referenced(check, scene))
    const result = differences.counted > 0 ? 'failed' : 'passed'
    return { result, asserted: target.length, anomalous: differences.counted, guilty: [], differences }
  }
  if (check.rule_type === 'metric' || check.rule_type === 'volumetric' || check.rule_type === 'freshness') {
    const { result, guilty } = measuredVerdict(check, rows, scene)
    const asserted = result === 'unasserted' ? null : rows.length
    return {
      result,
      asserted,
      anomalous: asserted === null ? null : guilty.length,
      guilty: idsOf(guilty),
    }
  }
  const wider = widerFails[check.rule_type]
  if (wider) {
    const failed = wider(check, rows, referenced(check, scene))
    if (check.rule_type === 'timeDistributionSize' && rows.length === 0)
      return { result: 'unasserted', asserted: 0, anomalous: 0, guilty: [] }
    const isSchema = check.rule_type === 'expectedSchema' || check.rule_type === 'fieldCount'
    return {
      result: failed ? 'failed' : 'passed',
      asserted: isSchema ? 0 : rows.length,
      anomalous: 0,
      guilty: [],
    }
  }
  const { failed, duplicates } = judgeWhole(check, rows)
  if (check.rule_type === 'unique' && rows.length === 0)
    return { result: 'unasserted', asserted: 0, anomalous: 0, guilty: [] }
  return {
    result: failed ? 'failed' : 'passed',
    asserted: rows.length,
    anomalous: duplicates?.surplus ?? 0,
    guilty: failed && duplicates ? idsOf(duplicates.rows) : [],
  }
}

/** All rows of the container that the check refers to, its filter passed. */
function referenced({ properties, ref_filter }: OracleCheck, { references }: Scene): readonly Row[] {
  const rows = references.get(properties['ref_container_id']) ?? []
  return ref_filter ? rows.filter((row) => ref_filter.holds(row) === true) : rows
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
      return { failed: !sumIs(field, rows, properties['value']) }
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

/** Whole numbers and decimals add up exactly; sums of floating numbers are known to a billionth of the value. */
function sumIs(field: FieldName, rows: readonly Row[], wanted: number): boolean {
  const values = rows.map((row) => row[field]).filter((value) => value !== null)
  const isFloating = values.some((value) => typeof value === 'number') && columns[field] === 'Fractional'
  if (isFloating) {
    const total = values.reduce<number>((sum, value) => sum + Number(numberOf(value)), 0)
    return Math.abs(total - wanted) <= 1e-9 * Math.abs(wanted)
  }
  const total = values.reduce<bigint>((sum, value) => sum + scaled(String(value)), 0n)
  return total === scaled(String(wanted))
}
