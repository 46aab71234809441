import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { momentText, dayText } from '../shared/moment-text.ts'
import { plainDecimal } from '../shared/plain-decimal.ts'
import { wholeNumber } from '../shared/whole-number.ts'
import type { ResultColumn } from './answer.ts'

/** By the names that the catalogue has; results call some of them otherwise. Types that are not named here are Unknown. */
const fieldTypes: Record<string, FieldType> = {
  NUMBER: 'Fractional',
  FLOAT: 'Fractional',
  DECFLOAT: 'Fractional',
  BOOLEAN: 'Boolean',
  VARCHAR: 'String',
  DATE: 'Date',
  TIMESTAMP_NTZ: 'Timestamp',
  TIMESTAMP_LTZ: 'Timestamp',
  TIMESTAMP_TZ: 'Timestamp',
}

const namesOf: Record<string, string> = { FIXED: 'NUMBER', REAL: 'FLOAT', DOUBLE: 'FLOAT', TEXT: 'VARCHAR' }

/** A type as the catalogue or a result tells it, letter case aside; numbers and collation null where it has none. */
export interface TypeParts {
  type: string
  precision: number | null
  scale: number | null
  length: number | null
  collation: string | null
}

/** A column as a field; bytes, times of day, lists, objects, variants and shapes are Unknown. */
export function fieldOf(name: string, parts: TypeParts, nullable: boolean): DiscoveredField {
  const kind = kindOf(parts.type)
  const isWhole = kind === 'NUMBER' && parts.scale === 0
  return {
    name,
    type: isWhole ? 'Integral' : (fieldTypes[kind] ?? 'Unknown'),
    native_type: nativeOf(kind, parts),
    nullable,
  }
}

/** The column of a result as a field. */
export const resultField = ({
  name,
  type,
  precision,
  scale,
  length,
  nullable,
}: ResultColumn): DiscoveredField =>
  fieldOf(
    name,
    { type, precision: precision ?? null, scale: scale ?? null, length: length ?? null, collation: null },
    nullable ?? true,
  )

function kindOf(type: string): string {
  const upper = type.toUpperCase()
  return namesOf[upper] ?? upper
}

function nativeOf(kind: string, { precision, scale, length, collation }: TypeParts): string {
  if (kind === 'NUMBER') return precision === null ? kind : `NUMBER(${precision},${scale ?? 0})`
  if (kind !== 'VARCHAR') return kind
  const sized = length === null ? kind : `VARCHAR(${length})`
  return collation === null || collation === '' ? sized : `${sized} collate ${collation}`
}

/** Turns the text of a value into its cell. */
export function cellReader({ type, scale }: ResultColumn): (value: string | null) => Cell {
  const kind = kindOf(type)
  const read = kind === 'NUMBER' && scale === 0 ? whole : readers[kind]
  return (value) => (value === null || read === undefined ? value : read(value))
}

const whole = (value: string): Cell => wholeNumber(BigInt(value))

const readers: Record<string, (value: string) => Cell> = {
  NUMBER: (value) => new ExactNumber(value),
  DECFLOAT: plainDecimal,
  FLOAT: floating,
  BOOLEAN: (value) => /^(?:true|1)$/i.test(value),
  DATE: (value) => dayText(Number(value)) ?? value,
  TIME: (value) => instant(value)?.slice(11) ?? value,
  TIMESTAMP_NTZ: (value) => instant(value) ?? value,
  TIMESTAMP_LTZ: (value) => inUtc(value),
  // The minutes of its zone stand behind the moment.
  TIMESTAMP_TZ: (value) => inUtc(value.replace(/ \d+$/, '')),
}

function floating(value: string): number {
  const [, sign] = /^([-+]?)inf(?:inity)?$/i.exec(value) ?? []
  if (sign === undefined) return Number(value)
  return sign === '-' ? -Infinity : Infinity
}

function inUtc(value: string): string {
  const text = instant(value)
  return text === null ? value : `${text}Z`
}

/** Of seconds since 1970 with up to nine digits behind the point; null for years that have no text. */
function instant(value: string): string | null {
  const [, sign = '', seconds = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(value) ?? []
  if (seconds === '') return null
  const digits = BigInt(`${sign}${seconds}${fraction.padEnd(9, '0')}`)
  const nanos = ((digits % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const text = momentText((digits - nanos) / 1000n)
  if (text === null || nanos === 0n) return text
  return `${text}.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
}
