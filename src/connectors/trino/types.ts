import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { wholeNumber } from '../shared/whole-number.ts'

/** The first that matches counts. */
const byType: [pattern: RegExp, type: FieldType][] = [
  [/^boolean$/, 'Boolean'],
  [/^(?:tinyint|smallint|integer|bigint)$/, 'Integral'],
  [/^decimal\(\d+, ?0\)$/, 'Integral'],
  [/^(?:decimal|double|real)/, 'Fractional'],
  [/^date$/, 'Date'],
  [/^timestamp/, 'Timestamp'],
  [/^(?:varchar|char|uuid|ipaddress|json)\b/, 'String'],
]

/** A column of a table or a result as a field that may be NULL; times of day, bytes, lists and the like are Unknown. */
export function fieldOf(name: string, native_type: string): DiscoveredField {
  const type = byType.find(([pattern]) => pattern.test(native_type))?.[1] ?? 'Unknown'
  return { name, type, native_type, nullable: true }
}

/** A text constant of Trino; it has no backslash escapes. */
export const trinoText = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** An instant is shown and compared in UTC, whatever zone it was written in. */
export const inUtc = (quoted: string, { native_type }: DiscoveredField): string =>
  native_type.endsWith(' with time zone') ? `at_timezone(${quoted}, 'UTC') as ${quoted}` : quoted

/** Turns the JSON of a value of this type into its cell; decimals and what is no number of JSON come as texts. */
export function cellReader(native: string): (value: unknown) => Cell {
  const { type } = fieldOf('', native)
  if (type === 'Integral') return notNull((value) => wholeNumber(BigInt(String(value))))
  if (native.startsWith('decimal')) return notNull((value) => new ExactNumber(String(value)))
  if (type === 'Fractional') return notNull(Number)
  if (type === 'Timestamp') return notNull((value) => shortestTime(String(value)))
  return plain
}

const notNull =
  (read: (value: unknown) => Cell) =>
  (value: unknown): Cell =>
    value === null ? null : read(value)

/** Without the zeros behind the last digit of the second; the zone UTC is a Z. */
function shortestTime(text: string): string {
  const [, time = text, zone = ''] = /^(\S+ \S+)( UTC)?$/.exec(text) ?? []
  return `${time.includes('.') ? time.replace(/\.?0+$/, '') : time}${zone === '' ? '' : 'Z'}`
}

function plain(value: unknown): Cell {
  if (typeof value === 'bigint') return wholeNumber(value)
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
  }
  return null
}
