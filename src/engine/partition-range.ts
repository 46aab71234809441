import { StatementRefused, type HeldSession } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import { cellToNumber, type Cell } from '../kernel/cell.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression } from '../sql/ast.ts'
import {
  and,
  atLeast,
  atMost,
  caseWhen,
  column,
  count,
  date,
  isNotNull,
  max,
  min,
  nothing,
  number,
  select,
} from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { greatestValue, lastOrdinaryDay } from './greatest-value.ts'
import { keyText } from './key-text.ts'
import type { PartitionRange } from './range.ts'
import { cutPoints, rangeName } from './range-steps.ts'
import { scannedRows } from './relation.ts'
import type { ContainerPlan } from './container-plan.ts'

export type { PartitionRange }

/** The settings by which a container is cut. */
export interface CutSettings {
  field: string
  /** The number of partitions that may be read at the same time. */
  slots: number
  /** Fewest rows that a partition should have on average. */
  rows_per_partition: number
}

/** The types of fields that a table can be cut by: those whose values lie on a line that can be divided. */
export const cuttableTypes = ['Integral', 'Fractional', 'Date', 'Timestamp'] as const
type CuttableType = (typeof cuttableTypes)[number]

/** True for one of `cuttableTypes`. */
export const isCuttable = (type: DiscoveredField['type']): type is CuttableType =>
  (cuttableTypes as readonly string[]).includes(type)

/** Beyond this, floats are as good as infinite: the first and the last range have no bound and take them. */
const greatestFloat = 1e300

/**
 * Two partitions for each slot, so that an uneven one does not hold up the end, but none of fewer rows than wanted; 1
 * where the table stays whole: when it is small, and when its partitions would have to wait for each other anyway.
 */
function partitionsWanted(rows: number, { slots, rows_per_partition }: CutSettings): number {
  if (slots <= 1) return 1
  return Math.max(1, Math.min(2 * slots, Math.floor(rows / rows_per_partition)))
}

/**
 * Divides the rows that the scan is about into ranges of equal width, after one statement that looks at the field. Empty
 * when the container stays whole; `remark` then says why, if it is for a person to mend.
 */
export async function cutIntoRanges(
  held: HeldSession,
  { request, observed }: Pick<ContainerPlan, 'request' | 'observed'>,
  settings: CutSettings,
): Promise<{ ranges: PartitionRange[]; remark: string | null }> {
  const field = observed.find(({ name }) => name === settings.field)
  if (!field || !isCuttable(field.type)) {
    const why = field ? `is ${field.type} now, which cannot be divided` : 'is gone'
    return {
      ranges: [],
      remark: `Its partition field "${settings.field}" ${why}, so it was scanned as a whole; choose another one.`,
    }
  }
  const spread = await spreadOf(held, { request, observed }, { ...field, type: field.type })
  if (spread === null || spread.least === null || spread.greatest === null)
    return { ranges: [], remark: null }
  const wanted = partitionsWanted(spread.rows, settings)
  const points = wanted === 1 ? [] : cutPoints(field.type, spread.least, spread.greatest, wanted)
  return { ranges: points.length === 0 ? [] : rangesBetween(field, points, wanted, spread), remark: null }
}

interface Spread {
  rows: number
  /** Rows without a value. */
  missing: number
  /** Key texts; null when no row has a value that counts. */
  least: string | null
  greatest: string | null
  up_to: string | null
}

/** Null when the source refuses the statement: reading the container as a whole will say what is wrong. */
async function spreadOf(
  held: HeldSession,
  { request, observed }: Pick<ContainerPlan, 'request' | 'observed'>,
  field: DiscoveredField & { type: CuttableType },
): Promise<Spread | null> {
  const session = readable(held)
  const value = column(field)
  const limits = limitsOf(field.type)
  const counted = limits === null ? value : caseWhen(and(...limits(value)), value, nothing)
  const incremental = observed.find(({ name }) => name === request.increment?.field)
  const items = [
    count('rows'),
    count(value),
    min(counted),
    max(counted),
    ...(incremental ? [greatestValue(incremental)] : []),
  ].map((expression, index) => ({ expression, alias: `m${index}` }))
  // The width is that of all rows, whatever the cap of a partition.
  const from = scannedRows(session, { ...request, record_cap: null }, observed)
  try {
    const { rows } = await session.query(printSelect(select({ items, from }), session.dialect))
    const [all = 0, present = 0, least = null, greatest = null, up_to = null]: readonly Cell[] = rows[0] ?? []
    return {
      rows: cellToNumber(all),
      missing: cellToNumber(all) - cellToNumber(present),
      least: keyText(least),
      greatest: keyText(greatest),
      up_to: keyText(up_to),
    }
  } catch (error) {
    if (error instanceof StatementRefused) return null
    throw error
  }
}

/**
 * Infinities, NaN and dates outside the four-digit years are in the open ranges; they say nothing about the width. Nor do the first and
 * the last day of those years, which tables have for "never" and "for ever": they would leave all other rows in one range.
 */
function limitsOf(type: CuttableType): ((value: Expression) => Expression[]) | null {
  switch (type) {
    case 'Integral':
      return null
    case 'Fractional':
      return (value) => [atLeast(value, number(-greatestFloat)), atMost(value, number(greatestFloat))]
    default:
      return (value) => [
        isNotNull(value),
        atLeast(value, date('0001-01-02')),
        atMost(value, date(lastOrdinaryDay)),
      ]
  }
}

/** Rows without a value are a partition of their own when they are as many as the others have on average. */
function rangesBetween(
  field: DiscoveredField,
  points: readonly string[],
  wanted: number,
  { rows, missing, up_to }: Spread,
): PartitionRange[] {
  const isAlone = missing >= rows / wanted
  const ranges = [null, ...points].map((from, index): PartitionRange => {
    const end = points[index] ?? null
    const takesMissing = end === null && !isAlone
    return {
      name: rangeName(field, from, end, takesMissing && missing > 0),
      field: field.name,
      from,
      below: end,
      missing: takesMissing ? 'included' : 'left out',
      up_to,
    }
  })
  if (!isAlone) return ranges
  const name = `${field.name} missing`
  return [...ranges, { name, field: field.name, from: null, below: null, missing: 'alone', up_to }]
}
