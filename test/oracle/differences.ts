import type { Cell } from '../../src/kernel/cell.ts'
import type { OracleCheck } from './judge.ts'
import { isTime, meet } from './meeting.ts'
import { columns } from './tables.ts'
import { keyOf, millisOf, type FieldName, type Row } from './values.ts'

type Status = 'added' | 'removed' | 'changed'

/** How the rows of two containers differ. */
export interface Differences {
  /** How many differ in one of the ways that count. */
  counted: number
  statuses: Record<Status, number>
  /** What the records show of each side, sorted; null where it is open which rows of a repeated id belong together. */
  shown: { left: string[]; right: string[] } | null
}

/** One text for all spellings of a field's value; NULL equals NULL here. */
const spelled = (field: FieldName, value: Cell): string =>
  columns[field] === 'Timestamp' && value !== null ? String(millisOf(value)) : keyOf(value)

const comparedOf = ({ fields, properties }: OracleCheck): FieldName[] =>
  fields.filter((field) => !properties['id_field_names']?.includes(field))

function isSame(check: OracleCheck, left: Row, right: Row): boolean {
  return comparedOf(check).every((field) => {
    const [a, b] = [left[field], right[field]]
    if (a === null || b === null) return a === b
    return meet(check, field, a, b, true)
  })
}

/** Compares the filtered rows of a container with all rows of another, each row with each. */
export function differencesOf(
  check: OracleCheck,
  target: readonly Row[],
  reference: readonly Row[],
): Differences {
  const ids: FieldName[] | undefined = check.properties['id_field_names']
  const types: Status[] = check.properties['diff_change_types'] ?? ['added', 'removed', 'changed']
  const isNear = comparedOf(check).some((field) => hasTolerance(check, field))
  const idOf = (row: Row): string => (ids ?? []).map((field) => spelled(field, row[field])).join()
  const [removed, added] =
    isNear && ids === undefined
      ? [unmatched(check, target, reference, false), unmatched(check, reference, target, true)]
      : cancelled(check, target, reference, idOf)
  const left = new Map(Map.groupBy(removed, idOf))
  const right = new Map(Map.groupBy(added, idOf))
  let changed = 0
  if (ids !== undefined) {
    for (const [id, rows] of left) changed += Math.min(rows.length, right.get(id)?.length ?? 0)
  }
  const statuses = { removed: removed.length - changed, added: added.length - changed, changed }
  return {
    counted: types.reduce((sum, type) => sum + statuses[type], 0),
    statuses,
    shown: shownOf(check, types, { removed, added, left, right, idOf }),
  }
}

function hasTolerance({ properties }: OracleCheck, field: FieldName): boolean {
  if (isTime(field)) return properties['duration_comparator']?.millis > 0
  return ['Integral', 'Fractional'].includes(columns[field]) && properties['numeric_comparator'] !== undefined
}

/** Rows without an equal one on the other side, which may be the equal of several. */
function unmatched(
  check: OracleCheck,
  rows: readonly Row[],
  others: readonly Row[],
  isReference: boolean,
): Row[] {
  return rows.filter(
    (row) => !others.some((other) => (isReference ? isSame(check, other, row) : isSame(check, row, other))),
  )
}

/** Rows that are left when each row has taken one equal row of the other side away. */
function cancelled(
  check: OracleCheck,
  target: readonly Row[],
  reference: readonly Row[],
  idOf: (row: Row) => string,
): [Row[], Row[]] {
  const added = [...reference]
  const removed = target.filter((row) => {
    const index = added.findIndex((other) => idOf(row) === idOf(other) && isSame(check, row, other))
    if (index >= 0) added.splice(index, 1)
    return index < 0
  })
  return [removed, added]
}

interface Left {
  removed: readonly Row[]
  added: readonly Row[]
  left: ReadonlyMap<string, readonly Row[]>
  right: ReadonlyMap<string, readonly Row[]>
  idOf(row: Row): string
}

function shownOf(
  check: OracleCheck,
  types: readonly Status[],
  { removed, added, left, right, idOf }: Left,
): Differences['shown'] {
  const hasIds = check.properties['id_field_names'] !== undefined
  const isRepeated = [...left.values(), ...right.values()].some((rows) => rows.length > 1)
  if (hasIds && isRepeated && types.length < 3) return null
  const counts = (row: Row, others: ReadonlyMap<string, unknown>, alone: Status): boolean =>
    types.length === 3 || types.includes(hasIds && others.has(idOf(row)) ? 'changed' : alone)
  const looks = (rows: readonly Row[]) => rows.map((row) => lookOf(check, (name) => row[name])).sort()
  return {
    left: looks(removed.filter((row) => counts(row, right, 'removed'))),
    right: looks(added.filter((row) => counts(row, left, 'added'))),
  }
}

/** All that is shown of one side of a row. */
function lookOf(check: OracleCheck, cellOf: (field: FieldName) => Cell): string {
  const { id_field_names: ids = [], passthrough_field_names: passed = [] } = check.properties
  // Which of several rows that are equal in what is compared are the ones to show is left open.
  const names = new Set<FieldName>([...ids, ...check.fields, ...(ids[0] === 'id' ? passed : [])])
  return JSON.stringify([...names].map((name) => `${name} ${spelled(name, cellOf(name))}`))
}

/** What records of the comparison say differently from what was expected; null for nothing. */
export function recordsDisagree(
  check: OracleCheck,
  { shown, statuses }: Differences,
  records: readonly Record<string, unknown>[],
): string | null {
  const types: Status[] = check.properties['diff_change_types'] ?? ['added', 'removed', 'changed']
  for (const type of types) {
    const found = records.filter(({ status }) => status === type).length
    if (found !== statuses[type]) return `${found} ${type} instead of ${statuses[type]}`
  }
  if (shown === null) return null
  for (const side of ['left', 'right'] as const) {
    const other = side === 'left' ? 'added' : 'removed'
    const looks = records
      .filter(({ status }) => status !== other)
      .map((record) => lookOf(check, (name) => cellIn(record, name, side)))
      .sort()
    if (JSON.stringify(looks) !== JSON.stringify(shown[side]))
      return `${side} ${looks.join(' ')} instead of ${shown[side].join(' ')}`
  }
  return null
}

/** A value as it is shown, read back. */
function cellIn(record: Record<string, unknown>, name: FieldName, side: 'left' | 'right'): Cell {
  const entry = record[name]
  const shown = entry !== null && typeof entry === 'object' ? (entry as Record<string, Cell>)[side] : entry
  if (shown === null || shown === undefined) return null
  return columns[name] === 'Fractional' ? Number(String(shown)) : (shown as Cell)
}
