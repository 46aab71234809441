import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { wholeNumber } from '../shared/whole-number.ts'

/** The type inside `Nullable` and `LowCardinality`. */
function bareType(native: string): string {
  const inner = /^(?:Nullable|LowCardinality)\(([\s\S]*)\)$/.exec(native)?.[1]
  return inner === undefined ? native : bareType(inner)
}

/** The first that matches counts. */
const byType: [pattern: RegExp, type: FieldType][] = [
  [/^Bool$/, 'Boolean'],
  [/^U?Int(?:8|16|32|64|128|256)$/, 'Integral'],
  [/^Decimal\d*\(\d+, 0\)$/, 'Integral'],
  [/^(?:Decimal|B?Float)/, 'Fractional'],
  [/^Date(?:32)?$/, 'Date'],
  [/^DateTime/, 'Timestamp'],
  [/^(?:String|FixedString|Enum|UUID|IPv[46])/, 'String'],
]

/** A column of a table or a result as a field; times of day, lists and the like are Unknown. */
export function fieldOf(name: string, native_type: string): DiscoveredField {
  const bare = bareType(native_type)
  const type = byType.find(([pattern]) => pattern.test(bare))?.[1] ?? 'Unknown'
  return { name, type, native_type, nullable: isNullable(native_type) }
}

const isNullable = (native: string): boolean =>
  /^(?:LowCardinality\()?Nullable\(/.test(native) || native === 'Nothing'

/** True for a time with a zone of its own, which is read in UTC. */
export const hasZone = (native: string): boolean => /^DateTime(?:64)?\((?:\d+, )?'/.test(bareType(native))

/** Turns the JSON of a value of this type into its cell; large numbers come as texts. */
export function cellReader(native: string): (value: unknown) => Cell {
  const bare = bareType(native)
  const { type } = fieldOf('', native)
  if (/^U?Int|^Decimal\(\d+, 0\)/.test(bare)) return notNull((value) => wholeNumber(BigInt(String(value))))
  if (bare.startsWith('Decimal')) return notNull((value) => new ExactNumber(String(value)))
  if (/^B?Float/.test(bare)) return notNull(floating)
  if (type === 'Timestamp') {
    const zone = hasZone(native) ? 'Z' : ''
    return notNull((value) => `${shortestTime(String(value))}${zone}`)
  }
  return plain
}

const notNull =
  (read: (value: unknown) => Cell) =>
  (value: unknown): Cell =>
    value === null ? null : read(value)

/** NaN and infinities come as texts. */
const floating = (value: unknown): number =>
  typeof value === 'string' ? Number(value.replace('inf', 'Infinity').replace('nan', 'NaN')) : Number(value)

/** Without the zeros that a column of six decimals appends. */
const shortestTime = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

function plain(value: unknown): Cell {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
  }
  return null
}
