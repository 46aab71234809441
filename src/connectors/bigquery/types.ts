import type { Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { plainDecimal } from '../shared/plain-decimal.ts'
import { wholeNumber } from '../shared/whole-number.ts'
import type { SchemaField } from './answer.ts'

/** By the names of the interface, which are older than those of the SQL. */
const fieldTypes: Record<string, FieldType> = {
  INTEGER: 'Integral',
  INT64: 'Integral',
  FLOAT: 'Fractional',
  FLOAT64: 'Fractional',
  NUMERIC: 'Fractional',
  BIGNUMERIC: 'Fractional',
  BOOLEAN: 'Boolean',
  BOOL: 'Boolean',
  STRING: 'String',
  JSON: 'String',
  DATE: 'Date',
  DATETIME: 'Timestamp',
  TIMESTAMP: 'Timestamp',
}

/** Those that have another name in SQL. */
const sqlNames: Record<string, string> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
}

/** A column as a field; lists, records, bytes, shapes and times of day are Unknown. */
export function fieldOf({ name, type, mode }: SchemaField): DiscoveredField {
  const isList = mode === 'REPEATED'
  const native = sqlNames[type] ?? type
  return {
    name,
    type: isList ? 'Unknown' : (fieldTypes[type] ?? 'Unknown'),
    native_type: isList ? `ARRAY<${native}>` : native,
    nullable: mode !== 'REQUIRED',
  }
}

/** Turns what the interface sends for a value into its cell; it sends texts. */
export function cellReader({ type, mode }: SchemaField): (value: unknown) => Cell {
  if (mode === 'REPEATED') return plain
  const read = readers[type] ?? plain
  return (value) => (value === null ? null : read(value))
}

const readers: Record<string, (value: unknown) => Cell> = {
  INTEGER: (value) => wholeNumber(BigInt(String(value))),
  INT64: (value) => wholeNumber(BigInt(String(value))),
  FLOAT: Number,
  FLOAT64: Number,
  NUMERIC: (value) => plainDecimal(String(value)),
  BIGNUMERIC: (value) => plainDecimal(String(value)),
  BOOLEAN: (value) => value === 'true' || value === true,
  BOOL: (value) => value === 'true' || value === true,
  DATETIME: (value) => shortestTime(String(value).replace('T', ' ')),
  TIMESTAMP: instant,
}

/** Microseconds since 1970, as a text of digits. */
function instant(value: unknown): string {
  const micros = BigInt(String(value))
  const rest = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n
  const seconds = (micros - rest) / 1_000_000n
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return `${shortestTime(`${whole}.${String(rest).padStart(6, '0')}`)}Z`
}

const shortestTime = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** A list or a record has its values in members called `v` and `f`; a record's names are not sent with them. */
function plain(value: unknown): Cell {
  if (Array.isArray(value)) return value.map((item) => plain(isHolder(item) ? item.v : item))
  if (typeof value === 'object' && value !== null && 'f' in value && Array.isArray(value.f))
    return plain(value.f)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}

const isHolder = (item: unknown): item is { v: unknown } =>
  typeof item === 'object' && item !== null && 'v' in item
