import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'

/** A field of the random tables. */
export type FieldName =
  | 'id'
  | 'i'
  | 'j'
  | 'x'
  | 'y'
  | 'p'
  | 's'
  | 't'
  | 'k'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'm'
  | 'n'

/** One row by its fields. */
export type Row = Record<FieldName, Cell>

/** What an engine cannot hold, it holds as this: SQLite, MariaDB, MySQL and SQL Server have no NaN, the last three no infinities, SQLite no decimals. On ClickHouse, Trino, Athena and BigQuery NaN counts as NULL. */
export function stored(engine: string, cell: Cell): Cell {
  if (engine === 'sqlite' && cell instanceof ExactNumber) return Number(cell.text)
  // What is empty is NULL there.
  if (engine === 'oracle' && cell === '') return null
  if (typeof cell !== 'number' || Number.isFinite(cell)) return cell
  if (['mariadb', 'mysql', 'sqlserver'].includes(engine)) return null
  const withoutNaN = ['sqlite', 'clickhouse', 'trino', 'trino-files', 'athena', 'bigquery']
  if (withoutNaN.includes(engine) && Number.isNaN(cell)) return null
  return cell
}

/**
 * Below, equal to or above: -1, 0 or 1. Texts by code points, NaN equal to itself and above every number, -0 equal to
 * 0, whole numbers exactly, false below true. Both must be values of one kind, and not NULL.
 */
export function compare(left: Cell, right: Cell): -1 | 0 | 1 {
  if (typeof left === 'string' && typeof right === 'string') {
    return sign(Buffer.compare(Buffer.from(left), Buffer.from(right)))
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return sign(Number(left) - Number(right))
  const [a, b] = [numberOf(left), numberOf(right)]
  const [aIsNaN, bIsNaN] = [Number.isNaN(a), Number.isNaN(b)]
  if (aIsNaN || bIsNaN) return sign(Number(aIsNaN) - Number(bIsNaN))
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** A number as JavaScript compares it; bigint beside number compares exactly there. */
export function numberOf(cell: Cell): number | bigint {
  if (typeof cell === 'number' || typeof cell === 'bigint') return cell
  if (cell instanceof ExactNumber) return Number(cell.text)
  throw new Error(`${String(cell)} is not a number.`)
}

const sign = (difference: number): -1 | 0 | 1 => (difference < 0 ? -1 : difference > 0 ? 1 : 0)

/** One text for all spellings of a value, for telling equal values. */
export function keyOf(cell: Cell): string {
  if (typeof cell === 'string' || typeof cell === 'boolean' || cell === null) return JSON.stringify(cell)
  const value = numberOf(cell)
  return Object.is(value, -0) ? '0' : String(value)
}

/** Milliseconds since 1970 of a date or a time, read as UTC. */
export function millisOf(cell: Cell): number {
  const text = String(cell)
  return Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T')}Z`)
}
