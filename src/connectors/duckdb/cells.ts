import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import { cellText, ExactNumber, type Cell } from '../../kernel/cell.ts'
import { shortestFloat } from '../shared/shortest-float.ts'
import { wholeNumber } from '../shared/whole-number.ts'

/** The cell of a value of DuckDB; types without a cell of their own (time, interval, bit, uuid) become their text. */
export function duckdbCell(value: DuckDBValue): Cell {
  if (value === null) return null
  switch (typeof value) {
    case 'boolean':
    case 'number':
    case 'string':
      return value
    case 'bigint':
      return wholeNumber(value)
    default:
      return value instanceof DuckDBTimestampTZValue ? zoned(value) : composed(value)
  }
}

/** The same for a column of the type: a FLOAT has 32 bits, and arrives widened to 64. */
export function duckdbColumnCell(type: string): (value: DuckDBValue) => Cell {
  if (type !== 'FLOAT') return duckdbCell
  return (value) => (typeof value === 'number' ? shortestFloat(value) : duckdbCell(value))
}

function zoned(value: DuckDBTimestampTZValue): string {
  // DuckDB's own text follows the time zone of this process; the instant itself is UTC.
  const text = momentText(value.micros) ?? new DuckDBTimestampValue(value.micros).toString()
  return /\d/.test(text) ? `${text}Z` : text
}

function composed(value: Exclude<DuckDBValue, null | boolean | number | bigint | string>): Cell {
  if (value instanceof DuckDBDecimalValue) return new ExactNumber(decimalText(value))
  if (value instanceof DuckDBDateValue) return dayText(value.days) ?? farDay(value)
  if (value instanceof DuckDBTimestampValue) return momentText(value.micros) ?? value.toString()
  if (value instanceof DuckDBBlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return value.items.map((item) => duckdbCell(item))
  }
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(
      Object.entries(value.entries).map(([name, member]) => [name, duckdbCell(member)]),
    )
  }
  if (value instanceof DuckDBMapValue) {
    return Object.fromEntries(
      value.entries.map((entry) => [keyOf(duckdbCell(entry.key)), duckdbCell(entry.value)]),
    )
  }
  if (value instanceof DuckDBUnionValue) return duckdbCell(value.value)
  return String(value)
}

const farDay = (value: DuckDBDateValue): string => {
  if (value.isFinite) return value.toString()
  return value.days > 0 ? 'infinity' : '-infinity'
}

/** All digits, as many behind the point as the type has. */
export function decimalText({ value, scale }: DuckDBDecimalValue): string {
  if (scale === 0) return String(value)
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Keys of JSON are texts: those of other types are their JSON. */
const keyOf = (key: Cell): string => (typeof key === 'string' ? key : cellText(key))

/** The first day of the year 1 and the last of 9999, from 1970. */
const firstDay = -719_162
const lastDay = 2_932_896
const dayMs = 86_400_000
const microsPerDay = 86_400_000_000

/** Rows share few days, and to write one costs more than to look it up. */
const mostDays = 100_000
const writtenDays = new Map<number, string>()

/** `YYYY-MM-DD` of a number of days from 1970; null outside of the years 1 to 9999, which DuckDB writes in another way. */
function dayText(days: number): string | null {
  if (days < firstDay || days > lastDay) return null
  const written = writtenDays.get(days)
  if (written !== undefined) return written
  const text = new Date(days * dayMs).toISOString().slice(0, 10)
  if (writtenDays.size >= mostDays) writtenDays.clear()
  writtenDays.set(days, text)
  return text
}

/** `YYYY-MM-DD HH:MM:SS[.ffffff]`, no zeros at its end, of microseconds from 1970; null as for `dayText`, and after 2255. */
function momentText(micros: bigint): string | null {
  const since = Number(micros)
  if (!Number.isSafeInteger(since)) return null
  const days = Math.floor(since / microsPerDay)
  const day = dayText(days)
  if (day === null) return null
  const inDay = since - days * microsPerDay
  const fraction = inDay % 1_000_000
  const seconds = (inDay - fraction) / 1_000_000
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return fraction === 0
    ? `${day} ${clock}`
    : `${day} ${clock}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))
