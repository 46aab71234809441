import type { DiscoveredField, FieldType } from '../../model/field.ts'
import type { DataType, TypeMembers } from './protocol.ts'

/** The names of types in SQL, where the protocol has others. */
const names: Record<string, string> = {
  null: 'void',
  byte: 'tinyint',
  short: 'smallint',
  integer: 'int',
  long: 'bigint',
  var_char: 'varchar',
}

/** The first that matches counts. */
const byType: [pattern: RegExp, type: FieldType][] = [
  [/^boolean$/, 'Boolean'],
  [/^(?:tinyint|smallint|int|bigint)$/, 'Integral'],
  [/^decimal\(\d+, 0\)$/, 'Integral'],
  [/^(?:decimal|double|float)/, 'Fractional'],
  [/^date$/, 'Date'],
  [/^timestamp(?:_ntz)?$/, 'Timestamp'],
  [/^(?:string|char|varchar)\b/, 'String'],
]

/** The columns of a table or a result as fields that may be NULL; times of day, intervals, bytes, lists and the like are Unknown. */
export function fieldsOf(schema: DataType): DiscoveredField[] {
  return (schema['struct']?.fields ?? []).map(({ name = '', data_type = {} }) =>
    fieldOf(name, nativeType(data_type)),
  )
}

/** A field that may be NULL, of a type as SQL writes it, in lower case. */
export function fieldOf(name: string, native_type: string): DiscoveredField {
  const type = byType.find(([pattern]) => pattern.test(native_type))?.[1] ?? 'Unknown'
  return { name, type, native_type, nullable: true }
}

function nativeType(type: DataType): string {
  const [[kind, members] = ['unknown', {}]] = Object.entries(type)
  const name = names[kind] ?? kind
  if (kind === 'decimal') return `decimal(${members.precision ?? 10}, ${members.scale ?? 0})`
  const bounded = members.length === undefined ? name : `${name}(${members.length})`
  return isOfBytes(members) ? bounded : `${bounded} collate ${members.collation}`
}

/** True for texts that are equal when their bytes are. */
const isOfBytes = ({ collation = '' }: TypeMembers): boolean => /^(?:UTF8_BINARY)?$/.test(collation)
