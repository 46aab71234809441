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

const oneCharacter = (description: string) =>
  optional(Type.String({ minLength: 1, maxLength: 1, pattern: String.raw`^[^\r\n]$`, description }))

/** Settings of text files; null on a read means the default. */
const fileOptions = {
  has_header: optional(Type.Boolean({ description: 'Null: found by looking' })),
  delimiter: oneCharacter('What separates values. Null: found by looking'),
  quote_character: optional(
    Type.String({
      maxLength: 1,
      pattern: String.raw`^[^\r\n]?$`,
      description: 'Empty: nothing is quoted. Null: the double quote',
    }),
  ),
  escape_character: oneCharacter('Null: the quote, or a backslash where one is found'),
  encoding: optional(
    Type.String({
      maxLength: 40,
      description:
        'A name of the Encoding Standard, such as windows-1252 or utf-16le. Null: by byte order mark, else UTF-8',
    }),
  ),
  null_tokens: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 20,
      description: 'Values that stand for NULL, beside the empty one',
    }),
  ),
  comment: oneCharacter('Begins lines that are no rows. Null: there is no such character'),
  skip_lines: optional(
    Type.Integer({ minimum: 0, maximum: 1000, description: 'Lines before the header. Default 0' }),
  ),
  decimal_separator: optional(Type.Enum(['.', ','], { description: 'Default the point' })),
  date_format: optional(
    Type.String({
      maxLength: 50,
      pattern: '%[dejmbByYaAHIMSpfgnzZ-]',
      description: 'Dates beside those of ISO 8601, in the directives of strptime, such as %d.%m.%Y',
    }),
  ),
  records_path: optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The names, joined with dots, that lead to the records of a JSON file. Null: the root',
    }),
  ),
  treat_empty_as_null: optional(Type.Boolean({ description: 'Default true' })),
  infer_datatypes: optional(Type.Boolean({ description: 'Default true' })),
}

/** How the first file of a container turned out to be written. */
const FileLayoutRecord = Type.Object(
  {
    format: Type.Enum(['separated', 'json', 'parquet']),
    encoding: nullable(Type.String()),
    delimiter: nullable(Type.String()),
    quote_character: nullable(Type.String()),
    escape_character: nullable(Type.String()),
    comment: nullable(Type.String()),
    skip_lines: nullable(Type.Integer()),
    has_header: nullable(Type.Boolean()),
    line_end: nullable(Type.String()),
    records_path: nullable(Type.String()),
  },
  { description: 'How its first file was found to be written at the last sync; null for tables' },
)

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
  file_layout: nullable(FileLayoutRecord),
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
