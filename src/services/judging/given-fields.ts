import type { DiscoveredField } from '../../model/field.ts'

/** Types of databases that hold decimals of a fixed number of digits. */
const fixedDecimal = /^(?:numeric|decimal|dec|number)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/i

/** The most digits that the engine of files holds exactly. */
const mostDigits = 38

/**
 * The fields of a container with the types by which the engine of files reads given rows: those of a database have other names
 * there. Texts stay texts, and whole numbers may be of any size that it has.
 */
export function givenFields(
  fields: readonly DiscoveredField[],
  container: { container_type: string },
): DiscoveredField[] {
  return fields.map(({ name, type, native_type, nullable }) => ({
    name,
    type,
    native_type: container.container_type === 'file' ? native_type : nativeType(type, native_type),
    nullable,
  }))
}

function nativeType(type: DiscoveredField['type'], native: string): string {
  switch (type) {
    case 'Integral':
      return 'HUGEINT'
    case 'Fractional': {
      const [, digits, scale = '0'] = fixedDecimal.exec(native) ?? []
      return digits !== undefined && Number(digits) <= mostDigits ? `DECIMAL(${digits},${scale})` : 'DOUBLE'
    }
    case 'Boolean':
      return 'BOOLEAN'
    case 'Date':
      return 'DATE'
    case 'Timestamp':
      return /with time zone|timestamptz/i.test(native) ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP'
    default:
      return 'VARCHAR'
  }
}
