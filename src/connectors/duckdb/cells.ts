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
import accessors from '@duckdb/node-api/lib/vectors/dataAccessors.js'
import { cellText, ExactNumber, type Cell } from '../../kernel/cell.ts'
import { dayText, momentText } from '../shared/moment-text.ts'
import { shortestFloat } from '../shared/shortest-float.ts'
import { scaledText, wholeNumber } from '../shared/whole-number.ts'

// The package's own decoder takes U+FEFF at the start of a text for a byte order mark, and drops it. The package has no setting for that,
// and its version is fixed to the letter; cells.test.ts fails with an update that decodes texts in another place.
Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) })

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
export const decimalText = ({ value, scale }: DuckDBDecimalValue): string => scaledText(value, scale)

/** Keys of JSON are texts: those of other types are their JSON. */
const keyOf = (key: Cell): string => (typeof key === 'string' ? key : cellText(key))
