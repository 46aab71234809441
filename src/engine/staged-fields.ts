import type { WrittenType } from '../connectors/writer.ts'
import type { DiscoveredField } from '../model/field.ts'

/** Digits of the widest number that a staged table keeps exactly. */
const mostDigits = 38

/** The type in which a field is staged: as it is, where DuckDB has its type; lists, structures and what is unknown become texts. */
export function stagedType({
  type,
  native_type,
}: Pick<DiscoveredField, 'type' | 'native_type'>): WrittenType {
  const [digits, scale] = declaredDigits(native_type)
  switch (type) {
    case 'Integral':
      return /big|huge|numeric|decimal|number|unsigned|long/i.test(native_type)
        ? { digits: mostDigits, scale: 0 }
        : 'integer'
    case 'Fractional':
      return digits !== null && digits <= mostDigits ? { digits, scale } : 'float'
    case 'Boolean':
      return 'boolean'
    case 'Date':
      return 'date'
    case 'Timestamp':
      return 'timestamp'
    default:
      return 'text'
  }
}

/** The digits of `numeric(12,3)` and the like; null for a type that declares none. */
function declaredDigits(native: string): [digits: number | null, scale: number] {
  const [, digits, scale = '0'] =
    /^(?:numeric|decimal|dec|number)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/i.exec(native) ?? []
  return [digits === undefined ? null : Number(digits), Number(scale)]
}

/** The field as the staged table has it. */
export function stagedField(field: DiscoveredField): DiscoveredField {
  const type = stagedType(field)
  const isText = type === 'text'
  return {
    ...field,
    type: isText ? 'String' : field.type,
    native_type: typeof type === 'string' ? type : `DECIMAL(${type.digits},${type.scale})`,
  }
}
