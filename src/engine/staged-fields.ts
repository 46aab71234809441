import type { WrittenType } from '../connectors/writer.ts'
import { writtenNumberOf } from '../connectors/written-field.ts'
import type { DiscoveredField } from '../model/field.ts'

/**
 * The type in which the values of a field are copied: as they are, where DuckDB has the type; lists, structures and what is unknown
 * become texts. A `number` may have any digits, and becomes a decimal once those are known, see `StagedDigits`.
 */
export function stagedType({
  type,
  native_type,
}: Pick<DiscoveredField, 'type' | 'native_type'>): WrittenType {
  switch (type) {
    case 'Integral':
    case 'Fractional':
      return writtenNumberOf(type, native_type)
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

/** The field as the staged table has it; of a number of any digits only the copied rows tell how many it has. */
export function stagedField(field: DiscoveredField): DiscoveredField {
  const type = stagedType(field)
  return { ...field, type: type === 'text' ? 'String' : field.type, native_type: nativeOf(type) }
}

function nativeOf(type: WrittenType): string {
  if (type === 'number') return 'DECIMAL'
  return typeof type === 'string' ? type : `DECIMAL(${type.digits},${type.scale})`
}
