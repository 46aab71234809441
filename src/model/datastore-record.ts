import { Type, type Static } from 'typebox'
import { ConnectionInput } from './connection.ts'
import { remediationStrategies, storeTypes } from './datastore.ts'
import { operationResults, operationTypes } from './operation.ts'
import { GlobalTag } from './tag.ts'
import { Id, IdAndName, Name, nullable, optional, TagNames, Timestamp } from './wire.ts'

/** A team by its name; clients that send a datastore back as they read it send objects. */
const TeamReference = Type.Union([Name, Type.Object({ name: Name })])

/** Files that are one container, by a pattern of their paths below the root. */
const FilePatternRecord = Type.Object({
  name: optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Of the container. Null: the pattern itself' }),
  ),
  pattern: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Path below the root: * is any text within a name, ** any text, ? one character',
  }),
})

/** What a client may set. In an update an absent member stays; null clears where clearing means something. */
export const DatastoreChange = Type.Object({
  name: Type.Optional(Name),
  description: optional(Type.String({ maxLength: 255 })),
  connection_id: optional(Id),
  database: optional(Type.String({ maxLength: 1000 })),
  schema: optional(Type.String({ maxLength: 1000 })),
  root_path: optional(Type.String({ maxLength: 4000 })),
  file_patterns: optional(
    Type.Array(FilePatternRecord, {
      maxItems: 200,
      description:
        'Which files are one container, in order, from the next sync on; other files are grouped by their names',
    }),
  ),
  enrichment_only: optional(Type.Boolean()),
  enrichment_prefix: optional(Type.String({ maxLength: 60, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' })),
  enrichment_source_record_limit: optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  enrichment_remediation_strategy: optional(Type.Enum(remediationStrategies)),
  high_count_rollup_threshold: optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  tags: optional(TagNames),
  teams: optional(Type.Array(TeamReference, { maxItems: 100 })),
})
export type DatastoreChange = Static<typeof DatastoreChange>

/** A new datastore: on a stored connection, or on one that is made with it. */
export const DatastoreInput = Type.Object({
  ...DatastoreChange.properties,
  name: Name,
  connection: optional(ConnectionInput),
  enrichment_datastore_id: optional(Id),
})
export type DatastoreInput = Static<typeof DatastoreInput>

/** What a datastore is to those who may know only that it exists, and in other resources. */
export const DatastoreStub = Type.Object({
  id: Id,
  name: Type.String(),
  store_type: nullable(Type.Enum(storeTypes)),
  type: Type.String(),
  enrichment_only: Type.Boolean(),
})
export type DatastoreStub = Static<typeof DatastoreStub>

export const Datastore = Type.Object({
  ...DatastoreStub.properties,
  description: nullable(Type.String()),
  connection_id: Id,
  database: nullable(Type.String()),
  schema: nullable(Type.String()),
  root_path: nullable(Type.String()),
  file_patterns: Type.Array(Type.Object({ name: nullable(Type.String()), pattern: Type.String() })),
  connected: nullable(Type.Boolean({ description: 'Whether the last attempt reached the source' })),
  favorite: Type.Boolean(),
  enrichment_prefix: Type.String(),
  enrichment_source_record_limit: Type.Integer(),
  enrichment_remediation_strategy: Type.Enum(remediationStrategies),
  high_count_rollup_threshold: Type.Integer(),
  enrich_datastore: nullable(DatastoreStub),
  teams: Type.Array(IdAndName),
  global_tags: Type.Array(GlobalTag),
  metrics: Type.Object({
    containers: Type.Integer(),
    active_checks: Type.Integer(),
    active_anomalies: Type.Integer(),
  }),
  latest_operation: nullable(
    Type.Object({
      id: Id,
      type: Type.Enum(operationTypes),
      result: Type.Enum(operationResults),
      created: Timestamp,
      end_time: nullable(Timestamp),
    }),
  ),
  created: Timestamp,
})
export type Datastore = Static<typeof Datastore>
