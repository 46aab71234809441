import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { plainDecimal } from '../shared/plain-decimal.ts'
import { shortestFloat } from '../shared/shortest-float.ts'
import { wholeNumber } from '../shared/whole-number.ts'

/** A type as the catalogue or the driver tells it; numbers null where it has none. */
export interface TypeParts {
  /** Such as `NUMBER` or `TIMESTAMP(6) WITH TIME ZONE`; that of a person's own type is its name. */
  name: string
  precision: number | null
  scale: number | null
  /** In characters or bytes, whatever the column counts. */
  length: number | null
}

/** The first that matches counts; bytes, spans of time, JSON, XML and shapes are Unknown. A date has a time there. */
const fieldTypes: [pattern: RegExp, type: FieldType][] = [
  [/^BOOLEAN$/, 'Boolean'],
  [/^NUMBER\(\d+,-?0\)$|^NUMBER\(\d+,-\d+\)$/, 'Integral'],
  [/^(?:NUMBER|FLOAT|BINARY_(?:FLOAT|DOUBLE))/, 'Fractional'],
  [/^(?:DATE$|TIMESTAMP)/, 'Timestamp'],
  [/^N?(?:CHAR|VARCHAR2)|^N?CLOB$/, 'String'],
]

/** A column as a field. */
export function fieldOf(name: string, parts: TypeParts, nullable: boolean): DiscoveredField {
  const native = nativeOf(parts)
  const type = fieldTypes.find(([pattern]) => pattern.test(native))?.[1] ?? 'Unknown'
  return { name, type, native_type: native, nullable }
}

/** A scale of -127 is that of a floating number of decimal digits. */
function nativeOf({ name, precision, scale, length }: TypeParts): string {
  if (name === 'NUMBER') {
    if (scale === -127 && precision !== null && precision > 0) return `FLOAT(${precision})`
    if (precision === null || precision === 0)
      return scale === 0 && precision === null ? 'NUMBER(38,0)' : name
    return `NUMBER(${precision},${scale ?? 0})`
  }
  if (name === 'FLOAT') return `FLOAT(${precision ?? 126})`
  return /^N?(?:CHAR|VARCHAR2)$|^RAW$/.test(name) && length !== null ? `${name}(${length})` : name
}

const momentFormat = "'SYYYY-MM-DD HH24:MI:SS.FF9'"

/** The ways in which columns are shown that the driver would not hand over whole: a printed name, and the type as the driver calls it. */
const shownAs: [pattern: RegExp, shown: (quoted: string) => string][] = [
  [/^DATE$/, (quoted) => `to_char(${quoted}, 'SYYYY-MM-DD HH24:MI:SS')`],
  [/WITH TIME ZONE$/, (quoted) => `to_char(sys_extract_utc(${quoted}), ${momentFormat})`],
  [/^TIMESTAMP/, (quoted) => `to_char(${quoted}, ${momentFormat})`],
  [/^INTERVAL /, (quoted) => `to_char(${quoted})`],
  [/^JSON$/, (quoted) => `json_serialize(${quoted} returning clob)`],
  [/^VECTOR$/, (quoted) => `from_vector(${quoted} returning clob)`],
]

/** Those that the driver hands over whole, some of them in a form that the client names. */
const whole =
  /^(?:BOOLEAN|NUMBER|BINARY_(?:FLOAT|DOUBLE|INTEGER)|N?VARCHAR2|N?CHAR|N?CLOB|BLOB|LONG(?: RAW)?|RAW|U?ROWID|XMLTYPE)$/

/** The SQL that shows a column of a result so that nothing of it is lost; of shapes and files only that there is one. */
export function shownColumn(quoted: string, type: string): string {
  const shown = shownAs.find(([pattern]) => pattern.test(type))?.[1]
  if (shown) return shown(quoted)
  return whole.test(type)
    ? quoted
    : `case when ${quoted} is not null then '(${type.replaceAll("'", "''")})' end`
}

/** Turns a value (never null) of a column whose type the driver calls like this into its cell. */
export function cellReader(type: string): (value: unknown) => Cell {
  if (type === 'NUMBER') return numeral
  if (type === 'BINARY_FLOAT') return (value) => shortestFloat(Number(value))
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) {
    const zone = type.endsWith(' TIME ZONE') ? 'Z' : ''
    return (value) => `${moment(String(value))}${zone}`
  }
  return plain
}

/** Of a text, which the driver writes with an exponent where it is very small. */
function numeral(value: unknown): Cell {
  const text = String(value).replace(/^(-?)\./, '$10.')
  if (/^-?\d+$/.test(text)) return wholeNumber(BigInt(text))
  const number = plainDecimal(text)
  return /^-?\d+$/.test(number.text) ? wholeNumber(BigInt(number.text)) : new ExactNumber(number.text)
}

/** Without the blank of years after Christ and zeros at the end. */
const moment = (value: string): string =>
  value.trim().replace(/\.(\d*?)0*$/, (_, digits) => (digits ? `.${digits}` : ''))

/** Numbers, truths and texts as they are, bytes as `\x` and their digits. */
function plain(value: unknown): Cell {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}
