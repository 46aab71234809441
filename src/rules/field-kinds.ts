import { invalidMember } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'

/** The kind of a field's values; only values of one kind can be compared. */
export type Kind = 'number' | 'time' | 'text' | 'truth' | 'other'

/** The kind of a field; `other` for what is not a scalar, or not known. */
export function kindOf({ type }: DiscoveredField): Kind {
  if (type === 'Integral' || type === 'Fractional') return 'number'
  if (type === 'Date' || type === 'Timestamp') return 'time'
  if (type === 'String') return 'text'
  return type === 'Boolean' ? 'truth' : 'other'
}

/** True of floating numbers, by what the stores call their types. */
export const isFloating = ({ type, native_type }: DiscoveredField): boolean =>
  type === 'Fractional' && /double|float|real/i.test(native_type)

/** Refuses with 422 another field that is the same one, or one whose values cannot be compared with the first's. */
export function refuseUnlikeFields(left: DiscoveredField, right: DiscoveredField): void {
  const at = ['properties', 'field_name']
  if (left.name === right.name) {
    throw invalidMember(at, `\`${left.name}\` would be compared with itself; name another field.`)
  }
  if (kindOf(left) === 'other' || kindOf(left) !== kindOf(right)) {
    throw invalidMember(
      at,
      `\`${left.name}\` (${left.type}) and \`${right.name}\` (${right.type}) cannot be compared; name a field of a like type.`,
    )
  }
}
