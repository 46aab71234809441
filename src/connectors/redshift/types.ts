import type { Cell } from '../../kernel/cell.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'

/** By how `svv_columns` names the types; shapes, sketches, bytes, times of day and SUPER are Unknown. */
const fieldTypes: [pattern: RegExp, type: FieldType][] = [
  [/^(?:smallint|integer|bigint|int[248]|oid)$/, 'Integral'],
  [/^(?:real|double precision|float[48])$/, 'Fractional'],
  [/^bool(?:ean)?$/, 'Boolean'],
  [/^date$/, 'Date'],
  [/^timestamp/, 'Timestamp'],
  [/^(?:character|char|bpchar|varchar|string|text|name)/, 'String'],
]

/** A column of the catalogue as a field: name, type, digits, digits behind the point, and whether it may be NULL. */
export function columnOf([name, type, precision, scale, nullable]: readonly (
  | Cell
  | undefined
)[]): DiscoveredField {
  const native = String(type).toLowerCase()
  const isDecimal = /^(?:numeric|decimal)\b/.test(native)
  const digits = Number(scale ?? 0)
  return {
    name: String(name),
    type: isDecimal
      ? digits === 0
        ? 'Integral'
        : 'Fractional'
      : (fieldTypes.find(([pattern]) => pattern.test(native))?.[1] ?? 'Unknown'),
    native_type: isDecimal ? `numeric(${Number(precision ?? 18)},${digits})` : native,
    nullable: nullable !== 'NO' && nullable !== false,
  }
}
