import { Type, type Static } from 'typebox'
import { anomalyActs, availableActs } from './available.ts'
import { bulkResult } from './bulk-result.ts'
import { DatastoreReference } from './datastore-record.ts'
import { anomalyStatuses, anomalyTypes, archivedAnomalyStatuses, openAnomalyStatuses } from './anomaly.ts'
import { SourceRecordField } from './container-scan-record.ts'
import { ContainerStub } from './container-record.ts'
import { GlobalTag } from './tag.ts'
import { Person } from './user.ts'
import { described, FreeObject, Id, nullable, optional, TagNames, Timestamp } from './wire.ts'

/** What somebody said of an anomaly. */
export const AnomalyComment = Type.Object({
  id: described(Id, 'Unique among its kind'),
  created: described(Timestamp, 'When it was made'),
  message: Type.String({ description: 'What was said' }),
  user: described(Person, 'Who said it'),
})
export type AnomalyComment = Static<typeof AnomalyComment>

/** A ticket that a flow made for an anomaly. */
const AnomalyTicket = Type.Object(
  {
    system: Type.String({ description: 'The type of the channel that made it' }),
    key: Type.String({ description: 'What the system calls it' }),
    url: Type.String({ description: 'Where people look at it' }),
    created: described(Timestamp, 'When it was noted here'),
  },
  { title: 'AnomalyTicket', description: 'A ticket for an anomaly in a system outside' },
)

/** An anomaly as it is shown. */
export const AnomalyRecord = Type.Object({
  id: described(Id, 'Unique among its kind'),
  available: availableActs(anomalyActs),
  uuid: described(Type.String({ format: 'uuid' }), 'Unique over all installations'),
  type: described(Type.Enum(anomalyTypes), 'One failing row, or a finding about the container or many rows'),
  status: described(Type.Enum(anomalyStatuses), 'What was made of it'),
  created: described(Timestamp, 'When it was found first'),
  last_detected: described(Timestamp, 'When a scan found it last'),
  message: Type.String({ description: 'What is wrong, for people; values of masked fields are hidden' }),
  description: nullable(Type.String(), 'What people noted of it; null: nothing'),
  weight: Type.Integer({ description: 'How much it matters: the higher, the more' }),
  anomalous_records_count: nullable(Type.Integer(), 'How many rows fail; null: it is not about rows'),
  fingerprint: Type.Integer({ description: 'Equal for what is found again' }),
  is_new: Type.Boolean({ description: 'True: only the scan that raised it has found it so far' }),
  archived: Type.Boolean({ description: 'True: it is put away, and the status says why' }),
  duplicate_of: nullable(
    Id,
    'Of a Duplicate: the anomaly that says the same; null: it is no Duplicate, or nobody named it',
  ),
  source_enriched: Type.Boolean({ description: 'True: rows of the source are kept with it' }),
  container_scan_id: described(Id, 'The container scan that found it first'),
  datastore: described(DatastoreReference, 'The datastore that it belongs to'),
  container: described(ContainerStub, 'The container that it is about'),
  absorbed_by: Type.Array(Id, {
    description:
      'Open shape anomalies that stand for this row since checks that it failed fail in too many rows to list them',
  }),
  partition_scan: nullable(
    Type.Object(
      {
        id: described(Id, 'Unique among its kind'),
        partition: Type.Object(
          {
            name: nullable(Type.String(), 'The file, the range or the table; null: it is gone'),
          },
          { title: 'PartitionName', description: 'The part of the container' },
        ),
      },
      { title: 'PartitionScanStub', description: 'Where something was found' },
    ),
    'Where it was found; null: it is about the whole container',
  ),
  failed_checks: described(
    Type.Array(
      Type.Object(
        {
          quality_check: described(
            FreeObject,
            'The check as it is now; `message` says what it demanded when it failed',
          ),
          message: described(Type.String(), 'What the check says of it'),
        },
        { title: 'FailedCheck', description: 'A check that found an anomaly, with its own message' },
      ),
    ),
    'The checks that found it, each with its own message',
  ),
  global_tags: described(Type.Array(GlobalTag), 'The tags that it carries'),
  assignees: described(Type.Array(Person), 'Who looks after it'),
  tickets: described(Type.Array(AnomalyTicket), 'Tickets that flows made for it, oldest first'),
  comments: described(
    Type.Array(AnomalyComment),
    'What was said of it, oldest first, the newest 50; empty below Viewer',
  ),
})
export type AnomalyRecord = Static<typeof AnomalyRecord>

/** Source records of one anomaly; `source_record` is the JSON text of an array of rows, so that no reader rounds a number. */
export const SourceRecordText = Type.Object({
  source_record: Type.String({ description: 'JSON text of a list of rows' }),
  created: described(Timestamp, 'When the rows were kept'),
  total: Type.Integer({ description: 'How many rows are kept' }),
  fields: described(Type.Array(SourceRecordField), 'The fields of the rows, in the order of the source'),
  rows: described(
    Type.Array(
      Type.Object(
        {
          record: described(FreeObject, 'The row, by the names of its fields'),
          failing: Type.Record(Type.String(), Type.Array(Type.String()), {
            description:
              'The fields whose values fail, by the id of each failed check; none where the row as a whole does',
          }),
        },
        { title: 'FailingRow', description: 'One failing row, and what fails in it' },
      ),
    ),
    'The same rows one by one, with what fails in each',
  ),
})

/** A change by people; absent members stay, lists replace the whole list, null clears. */
export const AnomalyChange = Type.Object({
  status: Type.Optional(
    Type.Enum(openAnomalyStatuses, {
      description: 'An open status; of an archived anomaly it restores it. Archiving is DELETE',
    }),
  ),
  description: optional(Type.String({ maxLength: 10_000 }), 'A note; null clears it'),
  tags: optional(TagNames, 'Names of global tags; they replace all that it has; null: none'),
  assignee_ids: optional(
    Type.Array(Id, { maxItems: 100 }),
    'Users who look after it; they replace all that it has; null: nobody',
  ),
})
export type AnomalyChange = Static<typeof AnomalyChange>

/** One change of a bulk change. */
export const IdentifiedAnomalyChange = Type.Object({
  ...AnomalyChange.properties,
  id: described(Id, 'The anomaly to change'),
})
export type IdentifiedAnomalyChange = Static<typeof IdentifiedAnomalyChange>

/** The way in which an anomaly is put away: archived with a reason, or deleted for good when `archive` is false. */
export const anomalyRemoval = {
  archive: Type.Optional(Type.Boolean({ description: 'Default true' })),
  status: Type.Optional(
    Type.Enum(archivedAnomalyStatuses, {
      description: 'The reason; default Resolved, unused without archive',
    }),
  ),
  duplicate_of: Type.Optional(
    described(Id, 'With the status Duplicate: the anomaly that says the same, itself no Duplicate'),
  ),
}
const AnomalyRemoval = Type.Object(anomalyRemoval)
export type AnomalyRemoval = Static<typeof AnomalyRemoval>

/** One removal of a bulk removal. */
export const IdentifiedAnomalyRemoval = Type.Object({
  ...anomalyRemoval,
  id: described(Id, 'The anomaly to put away'),
})
export type IdentifiedAnomalyRemoval = Static<typeof IdentifiedAnomalyRemoval>

/**
 * One change of status: by a person, or by the scan that no longer found it (then `user` is null). Or what the row was
 * before a scan found it with other values: then the status stays.
 */
export const AnomalyStatusChange = Type.Object({
  id: described(Id, 'Unique among its kind'),
  created: described(Timestamp, 'When it was changed'),
  from_status: described(Type.Enum(anomalyStatuses), 'The status before'),
  to_status: described(Type.Enum(anomalyStatuses), 'The status since'),
  user: nullable(Person, 'Who changed it; null: a scan'),
  operation_id: nullable(Id, 'The run that changed it; null: a person'),
  container_scan_id: nullable(Id, 'The container scan that changed it; null: a person'),
  former_record: nullable(
    Type.String({ description: 'JSON text of the row as it was; values of masked fields are hidden' }),
  ),
})
export type AnomalyStatusChange = Static<typeof AnomalyStatusChange>

/** A new comment. */
export const AnomalyCommentInput = Type.Object({
  message: described(
    Type.String({ minLength: 1, maxLength: 10_000, pattern: String.raw`\S` }),
    'What to say; not blank',
  ),
})

/** A change of many anomalies at once; an archived status puts them away. */
export const BulkAnomalyChange = Type.Object(
  {
    ...AnomalyChange.properties,
    status: Type.Optional(
      Type.Enum(anomalyStatuses, {
        description: 'An open status restores what is archived; an archived one puts away what is open',
      }),
    ),
  },
  { title: 'BulkAnomalyChange', description: 'What becomes of each of many anomalies' },
)
export type BulkAnomalyChange = Static<typeof BulkAnomalyChange>

/** What became of many anomalies. */
export const BulkAnomalyResult = bulkResult('an anomaly', 'anomalies', 'BulkAnomalyResult', 'RefusedAnomaly')
export type BulkAnomalyResult = Static<typeof BulkAnomalyResult>
