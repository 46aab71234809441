import type { Cell } from '../../src/kernel/cell.ts'
import type { OracleCheck } from './judge.ts'
import { scanTime, type Scene } from './scene.ts'
import { columns } from './tables.ts'
import { compare, keyOf, millisOf, type FieldName, type Row } from './values.ts'

/** By the spelling of a relation: whether it holds, from how two numbers stand to each other. */
export const comparisons: Record<string, (left: Cell, right: Cell) => boolean> = {
  eq: (left, right) => compare(left, right) === 0,
  'equal to': (left, right) => compare(left, right) === 0,
  lt: (left, right) => compare(left, right) < 0,
  lte: (left, right) => compare(left, right) <= 0,
  gt: (left, right) => compare(left, right) > 0,
  'greater than': (left, right) => compare(left, right) > 0,
  gte: (left, right) => compare(left, right) >= 0,
}

/** Whether rules that blame no row fail: by the filtered rows and those of the container that they refer to. */
export const widerFails: Record<
  string,
  (check: OracleCheck, rows: readonly Row[], other: readonly Row[]) => boolean
> = {
  aggregationComparison({ aggregates, properties }, rows, other) {
    const [left, right] = [aggregates?.own.of(rows) ?? null, aggregates?.other.of(other) ?? null]
    if (!isFiniteNumber(left) || !isFiniteNumber(right)) return true
    return comparisons[properties['comparison'] ?? 'eq']?.(left, right) !== true
  },
  timeDistributionSize({ fields: [field = 'd'], properties, coverage }, rows) {
    const sizes = new Map<string, number>()
    for (const row of rows) {
      if (row[field] === null) continue
      const segment = segmentOf(String(row[field]), properties['interval_name'])
      sizes.set(segment, (sizes.get(segment) ?? 0) + 1)
    }
    const { min_size: min = 0, max_size: max = Infinity } = properties
    const outside = [...sizes.values()].filter((size) => size < min || size > max).length
    // In hundredths, since coverage is given in them here.
    return outside * 100 > sizes.size * (100 - Math.round(coverage * 100))
  },
  expectedSchema({ properties: { list, allow_other_fields } }) {
    const expected: { name: string; type?: string }[] = list.map(
      (entry: string | { name: string; type?: string }) =>
        typeof entry === 'string' ? { name: entry } : entry,
    )
    const fields = Object.entries(columns)
    return (
      expected.some(
        (one) =>
          !fields.some(([name, type]) => name === one.name && (one.type === undefined || one.type === type)),
      ) ||
      (allow_other_fields === false && fields.some(([name]) => !expected.some((one) => one.name === name)))
    )
  },
  fieldCount: ({ properties: { comparison, value } }) =>
    comparisons[comparison ?? 'eq']?.(Object.keys(columns).length, value) !== true,
}

const isFiniteNumber = (cell: Cell): boolean => cell !== null && Number.isFinite(Number(String(cell)))

/** The segment of time that a date or time lies in, as a text of its own. */
function segmentOf(text: string, interval: string): string {
  const at = new Date(millisOf(text))
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  switch (interval) {
    case 'Yearly':
      return `${year}`
    case 'Quarterly':
      return `${year} quarter ${Math.floor(month / 3)}`
    case 'Monthly':
      return `${year} month ${month}`
    case 'Weekly': {
      const sinceMonday = (at.getUTCDay() + 6) % 7
      return String(Math.floor(at.getTime() / 86_400_000) - sinceMonday)
    }
    case 'Daily':
      return String(Math.floor(at.getTime() / 86_400_000))
    default:
      return String(Math.floor(at.getTime() / 3_600_000))
  }
}

/** The verdict of a rule that measures one number per scan, and the rows that hold a wrong one. */
export function measuredVerdict(
  check: OracleCheck,
  rows: readonly Row[],
  scene: Scene,
): { result: 'passed' | 'failed' | 'unasserted'; guilty: readonly Row[] } {
  const { rule_type, properties } = check
  if (rule_type === 'freshness') {
    if (scene.last_modified === null) return { result: 'unasserted', guilty: [] }
    const age = Date.parse(scanTime) - Date.parse(scene.last_modified)
    return { result: age > properties['value'] ? 'failed' : 'passed', guilty: [] }
  }
  if (rule_type === 'volumetric') {
    // The whole container has a volume, whatever part of it this scan reads.
    const failed = !isWithin(check, scene.all.length, meanOfPeriod(check))
    return { result: failed ? 'failed' : 'passed', guilty: [] }
  }
  const [field = 'id'] = check.fields as FieldName[]
  const holders = rows.filter((row) => row[field] !== null)
  const values = new Set(holders.map((row) => keyOf(row[field])))
  if (values.size !== 1) return { result: 'unasserted', guilty: [] }
  const [value = ''] = values
  const failed = !isWithin(check, Number(value), check.measured?.[0]?.value ?? null)
  return { result: failed ? 'failed' : 'passed', guilty: failed ? holders : [] }
}

function meanOfPeriod({ measured = [], properties }: OracleCheck): number | null {
  const days = properties['window_size'] ?? 1
  const values = measured
    .filter(({ at }) => (Date.parse(scanTime) - Date.parse(at)) / 86_400_000 <= days)
    .map(({ value }) => value)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Whether the number, or its change since the earlier one, lies within the bounds; the first change passes. */
function isWithin({ properties }: OracleCheck, value: number, previous: number | null): boolean {
  const { comparison, min = -Infinity, max = Infinity } = properties
  if (comparison === 'Absolute Value') return value >= min && value <= max
  if (previous === null) return true
  const difference = value - previous
  if (comparison === 'Absolute Change') return difference >= min && difference <= max
  const percent = difference === 0 ? 0 : (difference / previous) * 100
  return percent >= min && percent <= max
}
