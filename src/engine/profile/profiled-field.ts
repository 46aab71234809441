import type { DiscoveredField, FieldType } from '../../model/field.ts'

/** The way in which the values of a field are measured; `opaque` ones are only counted. */
type ValueKind = 'whole' | 'fraction' | 'moment' | 'text' | 'truth' | 'opaque'

/** A field that is measured, by its place in the container. */
export interface ProfiledField {
  index: number
  field: DiscoveredField
  kind: ValueKind
}

const kinds: Record<FieldType, ValueKind> = {
  Integral: 'whole',
  Fractional: 'fraction',
  Date: 'moment',
  Timestamp: 'moment',
  String: 'text',
  Boolean: 'truth',
  Array: 'opaque',
  Struct: 'opaque',
  MapType: 'opaque',
  Unknown: 'opaque',
}

/** The fields in their order, each with the kind of its values. */
export function profiledFields(fields: readonly DiscoveredField[]): ProfiledField[] {
  return fields.map((field, index) => ({ index, field, kind: kinds[field.type] }))
}

/** True for fields whose values have a size, times included. */
export const hasNumbers = ({ kind }: ProfiledField): boolean =>
  kind === 'whole' || kind === 'fraction' || kind === 'moment'
