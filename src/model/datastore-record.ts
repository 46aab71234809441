import { Type, type Static } from 'typebox'
import { ConnectionInput } from './connection.ts'
import { remediationStrategies, storeTypes } from './datastore.ts'
import { operationResults, operationTypes } from './operation.ts'
import { QualityScore } from './quality-score.ts'
import { GlobalTag } from './tag.ts'
import { described, Id, IdAndName, Name, nullable, optional, TagNames, Timestamp } from './wire.ts'

/** A team by its name; clients that send a datastore back as they read it send objects. */
const TeamReference = Type.Union([
  Name,
  Type.Object(
    { name: described(Name, 'The name of the team') },
    { title: 'NamedTeam', description: 'A team by its name' },
  ),
])

/** Files that are one container, by a pattern of their paths below the root. */
const FilePatternRecord = Type.Object(
  {
    name: optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Of the container. Null: the pattern itself',
      }),
    ),
    pattern: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Path below the root: * is any text within a name, ** any text, ? one character',
    }),
  },
  {
    title: 'FilePatternInput',
    description: 'Files to make one container, by a pattern of their paths below the root',
  },
)

const catalogOrSchema = Type.String({ minLength: 1, maxLength: 200 })
const catalogWords =
  'The catalog of files in which they are declared; an engine that declares no tables, such as spark, needs none'
const schemaWords =
  'The schema that holds nothing but the tables that are declared while files are evaluated; an engine that declares no tables, such as spark, needs none'

const computeMembers = {
  connection_id: described(Id, 'The connection to the engine, of a type such as trino or spark'),
  location: Type.String({
    maxLength: 4000,
    pattern: '^[a-z][a-z0-9+.-]*://',
    description: 'The root of the datastore as the engine names it, such as s3://lake/orders',
  }),
}

/** The members that a client may set. In an update an absent member stays; null clears where clearing means something. */
export const DatastoreChange = Type.Object({
  name: Type.Optional(described(Name, 'Its name')),
  description: optional(Type.String({ maxLength: 255 }), 'A note; null clears it'),
  connection_id: optional(Id, 'The connection that leads to it'),
  database: optional(
    Type.String({ maxLength: 1000 }),
    'The database on the server, where the type has several',
  ),
  schema: optional(
    Type.String({ maxLength: 1000 }),
    'The schema of the database, where the type has several',
  ),
  root_path: optional(Type.String({ maxLength: 4000 }), 'The folder that holds the files'),
  file_patterns: optional(
    Type.Array(FilePatternRecord, {
      maxItems: 200,
      description:
        'Which files are one container, in order, from the next sync on; other files are grouped by their names',
    }),
  ),
  compute: optional(
    Type.Object(
      {
        ...computeMembers,
        catalog: optional(catalogOrSchema, catalogWords),
        schema: optional(catalogOrSchema, schemaWords),
      },
      { title: 'ComputeInput', description: 'An engine, and where it sees the files' },
    ),
    'The engine to evaluate the files with; null: this service does it',
  ),
  enrichment_only: optional(Type.Boolean(), 'True: it only receives results, and is not scanned'),
  enrichment_prefix: optional(
    Type.String({
      maxLength: 60,
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'Letters, digits and underscores, with no digit first',
    }),
    'With what the names of tables begin that results are written to',
  ),
  enrichment_source_record_limit: optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    'How many failing rows an anomaly keeps at most',
  ),
  enrichment_remediation_strategy: optional(
    Type.Enum(remediationStrategies),
    'What scans do with failing rows in the enrichment datastore, unless they are told otherwise',
  ),
  high_count_rollup_threshold: optional(
    Type.Integer({ minimum: 1, maximum: 1000 }),
    'From how many failing rows of a partition on a check has one anomaly for all of them',
  ),
  tags: optional(TagNames, 'Names of global tags; they replace all that it has'),
  teams: optional(
    Type.Array(TeamReference, { maxItems: 100 }),
    'Names of the teams that may use it; they replace all that it has, and null leaves them',
  ),
})
export type DatastoreChange = Static<typeof DatastoreChange>

/** A new datastore: on a stored connection, or on one that is made with it. */
export const DatastoreInput = Type.Object({
  ...DatastoreChange.properties,
  name: described(Name, 'Its name'),
  connection: optional(
    ConnectionInput,
    'A connection to make with the datastore, in the place of a stored one',
  ),
  enrichment_datastore_id: optional(Id, 'The datastore that results are written into; null: none'),
})
export type DatastoreInput = Static<typeof DatastoreInput>

/** A datastore as other resources show it, and as those see it who may know only that it exists. */
export const DatastoreStub = Type.Object({
  id: described(Id, 'Unique among its kind'),
  name: Type.String({ description: 'Its name' }),
  store_type: nullable(
    Type.Enum(storeTypes),
    'Whether it holds tables or files; null: the type is not known here any more',
  ),
  type: Type.String({ description: 'The kind of its source, such as postgresql' }),
  enrichment_only: Type.Boolean({ description: 'True: it only receives results, and is not scanned' }),
})
export type DatastoreStub = Static<typeof DatastoreStub>

/** A datastore beside what belongs to it. */
export const DatastoreReference = Type.Object({
  id: DatastoreStub.properties.id,
  name: DatastoreStub.properties.name,
  type: DatastoreStub.properties.type,
  store_type: DatastoreStub.properties.store_type,
})
export type DatastoreReference = Static<typeof DatastoreReference>

/** A datastore as those see it who may read it. */
export const Datastore = Type.Object({
  ...DatastoreStub.properties,
  description: nullable(Type.String(), 'What people noted of it; null: nothing'),
  connection_id: described(Id, 'The connection that leads to it'),
  database: nullable(Type.String(), 'The database on the server; null: the type has one'),
  schema: nullable(Type.String(), 'The schema of the database; null: the type has none'),
  root_path: nullable(Type.String(), 'The folder that holds the files; null: it holds tables'),
  file_patterns: described(
    Type.Array(
      Type.Object(
        {
          name: nullable(Type.String(), 'Name of the container; null: the pattern itself'),
          pattern: described(Type.String(), 'Path below the root, with * ** and ? for what differs'),
        },
        { title: 'FilePattern', description: 'Files that people made one container' },
      ),
    ),
    'Files that people made one container, in the order in which they are tried',
  ),
  compute: nullable(
    Type.Object(
      {
        ...computeMembers,
        catalog: nullable(catalogOrSchema, catalogWords),
        schema: nullable(catalogOrSchema, schemaWords),
      },
      { title: 'Compute', description: 'An engine, and where it sees the files' },
    ),
    'The engine that evaluates its files; null: this service does, or it holds tables',
  ),
  connected: nullable(Type.Boolean({ description: 'Whether the last attempt reached the source' })),
  favorite: Type.Boolean({ description: 'Whether it is a favourite of the caller' }),
  enrichment_prefix: Type.String({
    description: 'With what the names of tables begin that results are written to',
  }),
  enrichment_source_record_limit: Type.Integer({
    description: 'How many failing rows an anomaly keeps at most',
  }),
  enrichment_remediation_strategy: described(
    Type.Enum(remediationStrategies),
    'What scans do with failing rows in the enrichment datastore, unless they are told otherwise',
  ),
  high_count_rollup_threshold: Type.Integer({
    description: 'From how many failing rows of a partition on a check has one anomaly for all of them',
  }),
  enrich_datastore: nullable(DatastoreStub, 'Where its results are written; null: nowhere'),
  teams: described(Type.Array(IdAndName), 'The teams that may use it'),
  global_tags: described(Type.Array(GlobalTag), 'The tags that it carries'),
  metrics: Type.Object(
    {
      containers: Type.Integer({ description: 'Containers that are in the source' }),
      active_checks: Type.Integer({ description: 'Active checks on them' }),
      active_anomalies: Type.Integer({ description: 'Open anomalies in them' }),
    },
    { title: 'DatastoreMetrics', description: 'What a datastore holds' },
  ),
  quality_score: nullable(
    QualityScore,
    'How good its data is, over its scanned containers; null: there is none yet',
  ),
  latest_operation: nullable(
    Type.Object(
      {
        id: described(Id, 'The run'),
        type: described(Type.Enum(operationTypes), 'What it does'),
        result: described(Type.Enum(operationResults), 'How it ended, or how far it is'),
        created: described(Timestamp, 'When it was made'),
        end_time: nullable(Timestamp, 'When it ended; null: it has not'),
      },
      { title: 'OperationStub', description: 'A run where only its end matters' },
    ),
    'The run that was started last; null: none was',
  ),
  created: described(Timestamp, 'When it was made'),
})
export type Datastore = Static<typeof Datastore>
