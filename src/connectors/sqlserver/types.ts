import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { StatementRefused } from '../connector.ts'
import { shortestFloat } from '../shared/shortest-float.ts'
import { wholeNumber } from '../shared/whole-number.ts'

/** A column of a result: what it is to others, and how its values (never null) are read. */
export interface ResultColumn {
  name: string
  type: FieldType
  native_type: string
  /** The type as which it is sent. */
  sent_as: string
  read: (value: unknown) => Cell
}

/** The first that matches counts; bytes, shapes and times of day are Unknown. */
const fieldTypes: [pattern: RegExp, type: FieldType][] = [
  [/^bit$/, 'Boolean'],
  [/^(?:(?:tiny|small|big)?int|(?:decimal|numeric)\(\d+,0\))$/, 'Integral'],
  [/^(?:decimal|numeric)\(|^(?:small)?money$|^(?:float|real)\b/, 'Fractional'],
  [/^date$/, 'Date'],
  [/^(?:small)?datetime/, 'Timestamp'],
  [/^n?(?:var)?char\b|^n?text$|^(?:uniqueidentifier|xml|sysname)$/, 'String'],
]

/** The field type of a column of this native type, as `nativeType` and the server write it. */
export function fieldTypeOf(native: string): FieldType {
  return fieldTypes.find(([pattern]) => pattern.test(native))?.[1] ?? 'Unknown'
}

/** A type of the catalogue with its numbers: `nvarchar(50)`, `decimal(10,2)`; lengths there are bytes, and -1 has no end. */
export function nativeType(name: string, bytes: number, precision: number, scale: number): string {
  if (/^(?:decimal|numeric)$/.test(name)) return `${name}(${precision},${scale})`
  if (/^(?:datetime2|datetimeoffset|time)$/.test(name)) return `${name}(${scale})`
  if (!/^(?:n?(?:var)?char|(?:var)?binary)$/.test(name)) return name
  const length = name.startsWith('n') ? bytes / 2 : bytes
  return `${name}(${bytes === -1 ? 'max' : length})`
}

/** The SQL of a column as the rows of its table show it: what would come in a form of its own comes as text. */
export function shownColumn(quoted: string, { native_type }: DiscoveredField): string {
  const wide = { text: 'varchar(max)', ntext: 'nvarchar(max)', image: 'varbinary(max)' }[native_type]
  if (wide !== undefined) return `cast(${quoted} as ${wide}) as ${quoted}`
  if (/^(?:small)?money$/.test(native_type)) return `cast(${quoted} as decimal(19, 4)) as ${quoted}`
  if (/^(?:xml|sql_variant)$/.test(native_type)) return `cast(${quoted} as nvarchar(max)) as ${quoted}`
  return /^(?:geography|geometry|hierarchyid)$/.test(native_type)
    ? `${quoted}.ToString() as ${quoted}`
    : quoted
}

/**
 * A column of a result by its name and its type as the server describes them (null: a type of people's own). The driver would make
 * floating numbers of decimals, so these are sent as texts.
 */
export function resultColumn(name: string, native: string | null): ResultColumn {
  const type = native ?? 'varbinary(max)'
  const known = { name, native_type: native ?? 'unknown', type: fieldTypeOf(type) }
  if (/^(?:decimal|numeric)\b/.test(type))
    return { ...known, sent_as: 'nvarchar(50)', read: (value) => new ExactNumber(String(value)) }
  return { ...known, sent_as: type, read: readerOf(type) }
}

function readerOf(type: string): (value: unknown) => Cell {
  if (type === 'bigint') return (value) => wholeNumber(BigInt(String(value)))
  if (type === 'real') return (value) => shortestFloat(Number(value))
  if (/^(?:small)?money$/.test(type)) return money
  if (type === 'date') return (value) => isoOf(value).slice(0, 10)
  if (type.startsWith('datetimeoffset')) return (value) => `${moment(value)}Z`
  if (/^(?:small)?datetime/.test(type)) return moment
  if (type.startsWith('time')) return (value) => moment(value).slice(11)
  return plain
}

/** The driver computes it from its ten thousandths, which a number holds up to 16 digits. */
function money(value: unknown): Cell {
  if (Math.abs(Number(value)) < 9e11) return new ExactNumber(Number(value).toFixed(4))
  throw new StatementRefused(
    'a value of type money is too large to be read exactly; cast it to decimal(19, 4)',
  )
}

const isoOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** With the digits that the driver keeps beside the milliseconds, and no zeros at the end. */
function moment(value: unknown): string {
  const iso = isoOf(value)
  const rest = value instanceof Date && 'nanosecondsDelta' in value ? Number(value.nanosecondsDelta) : 0
  const digits = `${iso.slice(20, 23)}${String(Math.round(rest * 1e7)).padStart(4, '0')}`.replace(/0+$/, '')
  const whole = iso.slice(0, 19).replace('T', ' ')
  return digits === '' ? whole : `${whole}.${digits}`
}

/** Numbers, truths and texts as they are, bytes as `\x` and their digits. */
function plain(value: unknown): Cell {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}
