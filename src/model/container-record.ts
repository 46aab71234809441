import { Type, type Static } from 'typebox'
import { ComputedFieldRecord } from './computed-field.ts'
import { computationMembers } from './computed-container.ts'
import { containerStanding } from './container-standing.ts'
import { containerSettings } from './container-settings.ts'
import { ContainerMeasurement } from './container-measurement.ts'
import { containerStatuses, containerTypes, joinTypes, tableTypes } from './container.ts'
import { DatastoreReference, DatastoreStub } from './datastore-record.ts'
import { fieldStatuses, fieldTypes } from './field.ts'
import { keyOrigins } from './identity.ts'
import { QualityScore } from './quality-score.ts'
import { GlobalTag, InheritedTags } from './tag.ts'
import { described, FreeObject, Id, Name, nullable, optional, TagNames, Timestamp } from './wire.ts'

const containerType = Type.Enum(containerTypes)

/** The least that is told of a container; `table_type` null: it is no relation of a database. */
export const ContainerStub = Type.Object({
  id: described(Id, 'Unique among its kind'),
  name: Type.String({ description: 'Name of the table, or path or pattern of the files' }),
  container_type: described(containerType, 'What kind of container it is'),
  table_type: nullable(Type.Enum(tableTypes), 'Table or view; null: it is no relation of a database'),
})
export type ContainerStub = Static<typeof ContainerStub>

/** The same as runs tell it, where the contract has a word of every container, and not of tables alone. */
export const RunContainer = Type.Object({
  ...ContainerStub.properties,
  table_type: Type.String({ description: 'Table or view; of what is neither, its container_type' }),
})

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

/** The format of the first file of a container, as a sync found it. */
const FileLayoutRecord = Type.Object(
  {
    format: described(
      Type.Enum(['separated', 'json', 'parquet']),
      'Values with separators, JSON, or Parquet',
    ),
    encoding: nullable(Type.String(), 'Encoding of the text; null: it is no text'),
    delimiter: nullable(Type.String(), 'What separates values; null: nothing does'),
    quote_character: nullable(Type.String(), 'What quotes values; null: nothing does'),
    escape_character: nullable(Type.String(), 'What stands before a quote inside quotes; null: nothing does'),
    comment: nullable(Type.String(), 'What begins lines that are no rows; null: nothing does'),
    skip_lines: nullable(Type.Integer(), 'Lines before the header; null: it has no lines'),
    has_header: nullable(Type.Boolean(), 'Whether the first row holds names; null: it has no rows of text'),
    line_end: nullable(Type.String(), 'How lines end; null: it has no lines'),
    records_path: nullable(Type.String(), 'Names that lead to the records; null: they are at the root'),
  },
  {
    title: 'FileLayout',
    description: 'How its first file was found to be written at the last sync; null for tables',
  },
)

/** The members that a client may set. An absent member stays; null clears it, and gives a file option its default back. */
export const ContainerChange = Type.Object({
  container_type: Type.Optional(
    described(containerType, 'The same as it is; a container cannot become another kind'),
  ),
  ...containerSettings,
  ...fileOptions,
  name: optional(Name, 'Of a computed container, another name; that of others comes from the source'),
  ...computationMembers,
  force_drop_fields: optional(
    Type.Boolean(),
    'True: fields that another query of a computed container no longer has are dropped though checks or anomalies name them, and those checks archived; default false',
  ),
})
export type ContainerChange = Static<typeof ContainerChange>

/** Tags of one container in a bulk change. */
export const ContainerTagging = Type.Object({
  id: described(Id, 'The container to tag'),
  tags: optional(TagNames, 'Names of global tags; they replace all that it has; null: none'),
})
export type ContainerTagging = Static<typeof ContainerTagging>

/** A container as it is shown, with its settings (null: the default) and what it holds. */
export const Container = Type.Object({
  ...ContainerStub.properties,
  datastore_id: described(Id, 'The datastore that it belongs to'),
  datastore: described(DatastoreStub, 'The datastore that it belongs to'),
  status: described(Type.Enum(containerStatuses), 'How the last sync found it'),
  status_reason: nullable(Type.String(), 'Why it has this status; null: there is nothing to say'),
  description: nullable(Type.String(), 'What people noted of it; null: nothing'),
  additional_metadata: nullable(FreeObject, 'Pairs of your own, kept as they come'),
  global_tags: described(Type.Array(GlobalTag), 'The tags that it carries'),
  inherited_tags: InheritedTags,
  incremental_field_name: nullable(
    Type.String(),
    'The field that shows which rows are new since the last scan; null: none',
  ),
  incremental_identifier_type: nullable(
    Type.String(),
    'Whether that field is a time of change or a number that grows; null: there is none',
  ),
  partition_field: nullable(
    Type.String(),
    'The field whose ranges it is scanned in; null: it is scanned whole',
  ),
  volumetric_tracking_enabled: described(Type.Boolean(), 'Whether its rows and bytes are measured'),
  freshness_tracking_enabled: described(Type.Boolean(), 'Whether it is measured when it was modified'),
  key_fields: Type.Array(Type.String(), {
    description: 'By which fields a row is recognised when it is found again; without any, by all its values',
  }),
  key_fields_origin: nullable(
    Type.Enum(keyOrigins, {
      description: 'Where they come from: the last sync, or people; null without any',
    }),
  ),
  group_by_fields: described(
    Type.Array(Type.Array(Type.String())),
    'Groupings, each a list of fields, whose groups a profile measures too',
  ),
  incremental_checkpoint: nullable(
    Type.Union([Type.Number(), Type.String()], {
      description: 'The next incremental scan reads what lies above this number, or after this time',
    }),
  ),
  ...fileOptions,
  file_layout: nullable(
    FileLayoutRecord,
    'How its first file was found to be written at the last sync; null for tables',
  ),
  query: nullable(Type.String(), 'What a computed table is made of; null: it is none'),
  source_container_id: nullable(Id, 'The container that a computed file reads; null: it is none'),
  select_clause: nullable(Type.String(), 'The columns of a computed file or join; null: it is none'),
  where_clause: nullable(Type.String(), 'The condition for the rows of a computed file or join; null: all'),
  group_by_clause: nullable(
    Type.String(),
    'What the rows of a computed file or join are grouped by; null: nothing',
  ),
  left_container_id: nullable(Id, 'The left container of a computed join; null: it is none'),
  right_container_id: nullable(Id, 'The right container of a computed join; null: it is none'),
  left_join_field_name: nullable(Type.String(), 'The left field by which rows meet; null: it is no join'),
  right_join_field_name: nullable(Type.String(), 'The right field by which rows meet; null: it is no join'),
  join_type: nullable(Type.Enum(joinTypes), 'Which rows a computed join shows; null: it is none'),
  left_prefix: nullable(Type.String(), 'What stands before the names of left columns; null: it is no join'),
  right_prefix: nullable(Type.String(), 'What stands before the names of right columns; null: it is no join'),
  computed_fields: described(Type.Array(ComputedFieldRecord), 'Its fields that are computed from others'),
  metrics: Type.Object(
    {
      fields: Type.Integer({ description: 'Those that are in the source' }),
      partitions: Type.Integer({ description: 'Parts that a scan reads, each on its own' }),
      active_checks: Type.Integer({ description: 'Active checks on it' }),
      active_anomalies: Type.Integer({ description: 'Open anomalies in it' }),
    },
    { title: 'ContainerMetrics', description: 'What a container holds' },
  ),
  ...containerStanding,
  quality_score: nullable(QualityScore, 'How good its data is; null: there is none yet'),
  latest_observability_measurement: nullable(
    ContainerMeasurement,
    'How large it was when it was measured last; null: it never was',
  ),
  created: described(Timestamp, 'When a sync found it first'),
  cataloged: nullable(Timestamp, 'When a sync found it last; null: never'),
})
export type Container = Static<typeof Container>

/** A field as it is shown, as the last sync found it. */
export const Field = Type.Object({
  id: described(Id, 'Unique among its kind'),
  name: Type.String({ description: 'Its name in the source' }),
  display_name: Type.String({
    description: 'What to show for it: its name, as fields are called nothing else',
  }),
  type: described(Type.Enum(fieldTypes), 'What it holds, whatever the source calls it'),
  native_type: Type.String({ description: 'What the source calls its type' }),
  column_size: nullable(
    Type.Integer(),
    'The characters or digits that it takes at most, as the source declares it; null: it declares none',
  ),
  nullable: Type.Boolean({ description: 'Whether it may be NULL' }),
  ordinal: Type.Integer({ description: 'From 0, in the order of the source' }),
  status: described(Type.Enum(fieldStatuses), 'Whether it is there, masked, or left out'),
  description: nullable(Type.String(), 'What people noted of it; null: nothing'),
  additional_metadata: nullable(FreeObject, 'Pairs of your own, kept as they come'),
  completeness: nullable(
    Type.Number(),
    'Rows with a value, of all rows, 0 to 1, as its newest profile says; null: it has none, or there were no rows',
  ),
  latest_profile_id: nullable(Id, 'Its newest profile; null: it was never profiled'),
  computed_field: nullable(ComputedFieldRecord, 'How it is computed from others; null: it is in the source'),
  quality_score: nullable(QualityScore, 'How good its values are; null: there is none yet'),
  global_tags: described(Type.Array(GlobalTag), 'The tags that it carries'),
  inherited_tags: InheritedTags,
  container: described(ContainerStub, 'The container that it is part of'),
  datastore: described(DatastoreReference, 'The datastore that it belongs to'),
  created: described(Timestamp, 'When a sync found it first'),
})
export type Field = Static<typeof Field>

/** A field that is meant. */
export const IdentifiedField = Type.Object({ id: described(Id, 'The field that is meant') })
export type IdentifiedField = Static<typeof IdentifiedField>

/** The way in which a field is put away. */
export const fieldRemoval = {
  archive: Type.Optional(
    Type.Boolean({
      description:
        'True: it is excluded, reversibly; false: one that is missing or computed is deleted for good; default true',
    }),
  ),
}

/** One removal of a bulk removal. */
export const IdentifiedFieldRemoval = Type.Object({
  ...fieldRemoval,
  id: described(Id, 'The field to put away'),
})
export type IdentifiedFieldRemoval = Static<typeof IdentifiedFieldRemoval>

/** The members of a field that a client may set; absent members stay, and a list of tags replaces the whole list. */
export const FieldChange = Type.Object({
  status: Type.Optional(
    described(
      Type.Enum(fieldStatuses),
      'Masked: its values are shown to nobody without the permission; active: they are shown. The others only as they are',
    ),
  ),
  description: optional(Type.String({ maxLength: 1000 }), 'A note; null clears it'),
  additional_metadata: optional(FreeObject, 'Pairs of your own, kept as they come'),
  tags: optional(TagNames, 'Names of global tags; they replace all that it has'),
})
export type FieldChange = Static<typeof FieldChange>

/** One change of a bulk change. */
export const IdentifiedFieldChange = Type.Object({
  ...FieldChange.properties,
  id: described(Id, 'The field to change'),
})
export type IdentifiedFieldChange = Static<typeof IdentifiedFieldChange>
