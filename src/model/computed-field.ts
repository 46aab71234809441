import { Type, type Static } from 'typebox'
import { described, FreeObject, Id, nullable, optional, SourceName } from './wire.ts'

/** The ways in which a field is computed from others. */
const transformations = ['cast', 'cleanedEntityName', 'convertFormattedNumeric', 'customExpression'] as const
export type TransformationName = (typeof transformations)[number]

const Terms = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: String.raw`\S` }), {
  maxItems: 200,
})

/** The settings of all transformations; which of them one has is its own to say. */
export const TransformationProperties = Type.Object(
  {
    target_type: optional(
      Type.String({ maxLength: 100 }),
      'Of cast: string, integer, double, decimal, boolean, date or timestamp, or another SQL name of one of these',
    ),
    format: optional(
      Type.String({ minLength: 1, maxLength: 100 }),
      'Of cast to date or timestamp: how texts are written, ISO 8601 alone (yyyy-MM-dd, yyyy-MM-dd HH:mm:ss); it changes nothing',
    ),
    drop_from_suffix: optional(Type.Boolean(), 'Of cleanedEntityName: drop terms from the end; default true'),
    drop_from_prefix: optional(
      Type.Boolean(),
      'Of cleanedEntityName: drop terms from the beginning; default false',
    ),
    drop_from_interior: optional(
      Type.Boolean(),
      'Of cleanedEntityName: drop terms between others; default false',
    ),
    terms_to_drop: optional(Terms, 'Of cleanedEntityName: terms beside those of businesses'),
    terms_to_ignore: optional(Terms, 'Of cleanedEntityName: terms that stay'),
    column_expression: optional(
      Type.String({ maxLength: 100_000 }),
      'Of customExpression: an expression in the SQL of the store, window functions included',
    ),
  },
  {
    title: 'TransformationProperties',
    description: 'The settings of a transformation; those of others are left out',
  },
)
export type TransformationProperties = Static<typeof TransformationProperties>

const Transformation = Type.Enum(transformations, {
  title: 'TransformationName',
  description: 'How a field is computed from others',
})

/** The members of a computed field that a client may set; absent ones stay. */
export const ComputedFieldChange = Type.Object(
  {
    name: Type.Optional(described(SourceName, 'Its name, unlike that of any other field of its container')),
    transformation: Type.Optional(Transformation),
    source_fields: optional(
      Type.Array(SourceName, { maxItems: 1 }),
      'The field that it is computed from; empty or null where an expression names them',
    ),
    properties: optional(TransformationProperties, 'The settings of its transformation'),
    additional_metadata: optional(FreeObject, 'Pairs of your own, kept as they come'),
  },
  { title: 'ComputedFieldChange', description: 'What is to change of a computed field' },
)
export type ComputedFieldChange = Static<typeof ComputedFieldChange>

/** A computed field to be made. */
export const NewComputedField = Type.Object(
  {
    container_id: described(Id, 'The container that it becomes a field of'),
    name: described(
      Type.String({ minLength: 1, maxLength: 255, pattern: String.raw`\S` }),
      'Its name, unlike that of any other field of its container',
    ),
    transformation: Transformation,
    source_fields: optional(
      Type.Array(SourceName, { maxItems: 1 }),
      'The field that it is computed from; empty or null where an expression names them',
    ),
    properties: optional(TransformationProperties, 'The settings of its transformation'),
    additional_metadata: optional(FreeObject, 'Pairs of your own, kept as they come'),
  },
  { title: 'NewComputedField', description: 'A computed field to be made' },
)
export type NewComputedField = Static<typeof NewComputedField>

/** A computed field as it is shown; its values and its type are those of the field of the same name. */
export const ComputedFieldRecord = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    name: Type.String({ description: 'Its name, which the field has too' }),
    container_id: described(Id, 'The container that it is a field of'),
    transformation: Transformation,
    source_fields: described(
      Type.Array(Type.String()),
      'The field that it is computed from; empty where an expression names them',
    ),
    // As an answer it has a name of its own: what may be sent is narrower.
    properties: Type.Object(TransformationProperties.properties, {
      title: 'ComputedFieldProperties',
      description: 'The settings of its transformation',
    }),
    additional_metadata: nullable(FreeObject, 'Pairs of your own, kept as they come'),
    last_editor: Type.String({ description: 'Who made it or changed it last' }),
  },
  { title: 'ComputedField', description: 'A field that the service computes from others of its container' },
)
export type ComputedFieldRecord = Static<typeof ComputedFieldRecord>

/** A computed field as the engine knows it. */
export interface ComputedField {
  name: string
  transformation: TransformationName
  source_fields: readonly string[]
  properties: TransformationProperties
}
