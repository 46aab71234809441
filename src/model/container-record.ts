import { Type, type Static } from 'typebox'
import { containerStatuses, containerTypes, tableTypes } from './container.ts'
import { DatastoreStub } from './datastore-record.ts'
import { fieldStatuses, fieldTypes } from './field.ts'
import { keyOrigins } from './identity.ts'
import { GlobalTag } from './tag.ts'
import { FreeObject, Id, IdAndName, nullable, optional, SourceName, TagNames, Timestamp } from './wire.ts'

/** How rows are recognised as new since the last scan: by a time or by an ever-growing value. */
const incrementalTypes = ['last-modified', 'batch-value'] as const

const containerType = Type.Enum(containerTypes)

/** The least that is told of a container; `table_type` null: it is no relation of a database. */
export const ContainerStub = Type.Object({
  id: Id,
  name: Type.String(),
  container_type: containerType,
  table_type: nullable(Type.Enum(tableTypes)),
})
export type ContainerStub = Static<typeof ContainerStub>

/** Settings of text files; null on a read means the default. */
const fileOptions = {
  has_header: optional(Type.Boolean({ description: 'Null: found by looking' })),
  escape_character: optional(Type.String({ minLength: 1, maxLength: 1 })),
  treat_empty_as_null: optional(Type.Boolean({ description: 'Default true' })),
  infer_datatypes: optional(Type.Boolean({ description: 'Default true' })),
}

/** What a client may set. An absent member stays; null clears it, and gives a file option its default back. */
export const ContainerChange = Type.Object({
  container_type: Type.Optional(containerType),
  description: optional(Type.String({ maxLength: 1000 })),
  tags: optional(TagNames),
  additional_metadata: optional(FreeObject),
  incremental_field_name: optional(SourceName),
  incremental_identifier_type: optional(Type.Enum(incrementalTypes)),
  partition_field: optional(SourceName),
  key_fields: optional(
    Type.Array(SourceName, {
      maxItems: 50,
      description:
        'By which fields a row is recognised when it is found again; null leaves it to the source, an empty list is no key',
    }),
  ),
  ...fileOptions,
})
export type ContainerChange = Static<typeof ContainerChange>

/** Tags of one container in a bulk change. */
export const ContainerTagging = Type.Object({ id: Id, tags: Type.Optional(TagNames) })
export type ContainerTagging = Static<typeof ContainerTagging>

export const Container = Type.Object({
  ...ContainerStub.properties,
  datastore_id: Id,
  datastore: DatastoreStub,
  status: Type.Enum(containerStatuses),
  status_reason: nullable(Type.String()),
  description: nullable(Type.String()),
  additional_metadata: nullable(FreeObject),
  global_tags: Type.Array(GlobalTag),
  incremental_field_name: nullable(Type.String()),
  incremental_identifier_type: nullable(Type.String()),
  partition_field: nullable(Type.String()),
  key_fields: Type.Array(Type.String(), {
    description: 'By which fields a row is recognised when it is found again; without any, by all its values',
  }),
  key_fields_origin: nullable(
    Type.Enum(keyOrigins, {
      description: 'Where they come from: the last sync, or people; null without any',
    }),
  ),
  incremental_checkpoint: nullable(
    Type.Union([Type.Number(), Type.String()], {
      description: 'The next incremental scan reads what lies above this number, or after this time',
    }),
  ),
  ...fileOptions,
  computed_fields: Type.Array(IdAndName),
  metrics: Type.Object({
    fields: Type.Integer({ description: 'Those that are in the source' }),
    partitions: Type.Integer(),
    active_checks: Type.Integer(),
    active_anomalies: Type.Integer(),
  }),
  created: Timestamp,
  cataloged: nullable(Timestamp),
})
export type Container = Static<typeof Container>

export const Field = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.Enum(fieldTypes),
  native_type: Type.String(),
  nullable: Type.Boolean(),
  ordinal: Type.Integer({ description: 'From 0, in the order of the source' }),
  status: Type.Enum(fieldStatuses),
  description: nullable(Type.String()),
  additional_metadata: nullable(FreeObject),
  global_tags: Type.Array(GlobalTag),
  container: ContainerStub,
  datastore: IdAndName,
  created: Timestamp,
})
export type Field = Static<typeof Field>

/** What a client may set of a field; absent members stay, and a list of tags replaces the whole list. */
export const FieldChange = Type.Object({
  status: Type.Optional(Type.Enum(['active', 'masked'])),
  description: optional(Type.String({ maxLength: 1000 })),
  additional_metadata: optional(FreeObject),
  tags: optional(TagNames),
})
export type FieldChange = Static<typeof FieldChange>

/** One change of a bulk change. */
export const IdentifiedFieldChange = Type.Object({ ...FieldChange.properties, id: Id })
export type IdentifiedFieldChange = Static<typeof IdentifiedFieldChange>
