import type { WrittenType } from '../connectors/writer.ts'
import { writtenNumberOf } from '../connectors/written-field.ts'
import type { DiscoveredField } from '../model/field.ts'

/** The type in which a field is staged: as it is, where DuckDB has its type; lists, structures and what is unknown become texts. */
export function stagedType({
  type,
  native_type,
}: Pick<DiscoveredField, 'type' | 'native_type'>): WrittenType {
  switch (type) {
    case 'Integral':
    case 'Fractional': {
      const written = writtenNumberOf(type, native_type)
      // A number of any digits would be a text, with which nobody can compute.
      return written === 'number' ? widest[type] : written
    }
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

/** For numbers that may have more digits than any type of DuckDB: all that fit, or the first ones. */
const widest = { Integral: { digits: 38, scale: 0 }, Fractional: 'float' } as const

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
