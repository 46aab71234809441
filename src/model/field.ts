import { Type, type Static } from 'typebox'

/** The type of a field, whatever the store calls it. `native_type` beside it keeps the store's own word. */
export const fieldTypes = [
  'Integral',
  'Fractional',
  'String',
  'Boolean',
  'Date',
  'Timestamp',
  'Array',
  'Struct',
  'MapType',
  'Unknown',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** `masked`: its values are hidden. `missing`: the last sync did not find it. `excluded`: people left it out. */
export const fieldStatuses = ['active', 'masked', 'missing', 'excluded'] as const
export type FieldStatus = (typeof fieldStatuses)[number]

/** A field as a sync finds it in the source. */
export const DiscoveredField = Type.Object({
  name: Type.String(),
  type: Type.Enum(fieldTypes),
  native_type: Type.String(),
  nullable: Type.Boolean(),
})
export type DiscoveredField = Static<typeof DiscoveredField>
