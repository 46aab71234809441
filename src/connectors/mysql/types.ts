import type { FieldPacket } from 'mysql2'
import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { shortestFloat } from '../shared/shortest-float.ts'
import { wholeNumber } from '../shared/whole-number.ts'

/** The first that matches counts. `tinyint(1)` and `bit(1)` are how these servers write a boolean. */
const byColumnType: [pattern: RegExp, type: FieldType][] = [
  [/^(?:tinyint\(1\)|bit(?:\(1\))?)$/, 'Boolean'],
  [/^(?:(?:tiny|small|medium|big)?int|year|bit)\b/, 'Integral'],
  [/^decimal\(\d+,0\)/, 'Integral'],
  [/^(?:decimal|float|double)\b/, 'Fractional'],
  [/^date$/, 'Date'],
  [/^(?:datetime|timestamp)\b/, 'Timestamp'],
  [/^(?:var)?char\b|^(?:tiny|medium|long)?text\b|^(?:enum|set)\(|^(?:json|uuid|inet4|inet6)$/, 'String'],
]

/** The field type of a column of this type (`column_type` of the catalogue); times of day, bytes and shapes are Unknown. */
export function columnFieldType(columnType: string): FieldType {
  return byColumnType.find(([pattern]) => pattern.test(columnType.toLowerCase()))?.[1] ?? 'Unknown'
}

// The protocol's numbers of the types.
const wire = {
  tiny: 1,
  float: 4,
  timestamp: 7,
  bigint: 8,
  date: 10,
  datetime: 12,
  bit: 16,
  json: 245,
  decimal: 246,
} as const
const integers = new Set([1, 2, 3, 8, 9, 13])
const texts = new Set([15, 247, 248, 249, 250, 251, 252, 253, 254])
const binaryCharset = 63
const unsignedFlag = 32

/** The field type of a column of a result. */
export function resultFieldType(field: FieldPacket): FieldType {
  const type = field.columnType ?? -1
  if (isTruth(field)) return 'Boolean'
  if (integers.has(type) || type === wire.bit) return 'Integral'
  if (type === wire.decimal) return field.decimals === 0 ? 'Integral' : 'Fractional'
  if (type === wire.float || type === 5) return 'Fractional'
  if (type === wire.date || type === 14) return 'Date'
  if (type === wire.datetime || type === wire.timestamp) return 'Timestamp'
  if (type === wire.json) return 'String'
  return texts.has(type) && field.characterSet !== binaryCharset ? 'String' : 'Unknown'
}

/** Names of the types by their numbers in the protocol, as the catalogue writes them. */
const nativeNames: Record<number, string> = {
  1: 'tinyint',
  2: 'smallint',
  3: 'int',
  4: 'float',
  5: 'double',
  7: 'timestamp',
  8: 'bigint',
  9: 'mediumint',
  10: 'date',
  11: 'time',
  12: 'datetime',
  13: 'year',
  14: 'date',
  16: 'bit',
  245: 'json',
  246: 'decimal',
  247: 'enum',
  248: 'set',
  255: 'geometry',
}

/** A column of a result as a field. */
export function resultField(field: FieldPacket): DiscoveredField {
  const type = resultFieldType(field)
  return { name: field.name, type, native_type: nativeType(field, type), nullable: true }
}

function nativeType(field: FieldPacket, type: FieldType): string {
  if (isTruth(field)) return field.columnType === wire.bit ? 'bit(1)' : 'tinyint(1)'
  const number = field.columnType ?? -1
  if (number === wire.decimal) {
    const decimals = field.decimals ?? 0
    return `decimal(65,${decimals})`
  }
  const name = nativeNames[number]
  if (name !== undefined) return name
  return type === 'String' ? 'text' : 'blob'
}

function isTruth({ columnType, columnLength, flags }: FieldPacket): boolean {
  if (columnLength !== 1) return false
  return columnType === wire.bit || (columnType === wire.tiny && (Number(flags) & unsignedFlag) === 0)
}

/** Turns what the driver made of a value (never null) into its cell. */
export function cellReader(field: FieldPacket): (value: unknown) => Cell {
  if (isTruth(field)) {
    return (value) => truth(field.columnType === wire.bit ? Number(bits(value, field)) : value)
  }
  switch (field.columnType) {
    case wire.bigint:
      return (value) => wholeNumber(BigInt(String(value)))
    case wire.decimal:
      return (value) => new ExactNumber(String(value))
    case wire.float:
      return (value) => shortestFloat(Number(value))
    case wire.datetime:
      return (value) => shortestTime(String(value))
    case wire.timestamp:
      // The session's time zone is UTC; the date 0000-00-00 is in no zone.
      return (value) => (isZeroDate(value) ? String(value) : `${shortestTime(String(value))}Z`)
    case wire.bit:
      return (value) => wholeNumber(bits(value, field))
    default:
      return plain
  }
}

/** A column of this type may hold any small number; what is neither 0 nor 1 is shown as it is. */
const truth = (value: unknown): Cell => (value === 0 || value === 1 ? value === 1 : plain(value))

/** A column sends its bits; an expression, which has no column's name, sends decimal digits under the same type. */
function bits(value: unknown, { orgName }: FieldPacket): bigint {
  if (!Buffer.isBuffer(value)) return BigInt(String(value))
  const digits = value.toString('latin1')
  return BigInt(orgName === '' && /^\d+$/.test(digits) ? digits : `0x${value.toString('hex')}`)
}

const isZeroDate = (value: unknown): boolean => String(value).startsWith('0000-00-00')

/** Without the zeros that a column of six decimals appends. */
const shortestTime = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Numbers and texts as they are, bytes as `\x` and their digits, shapes and vectors as the driver reads them. */
function plain(value: unknown): Cell {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
  }
  return value === null || value === undefined ? null : String(value)
}
