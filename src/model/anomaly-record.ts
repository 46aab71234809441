import { Type, type Static } from 'typebox'
import { anomalyStatuses, anomalyTypes, archivedAnomalyStatuses, openAnomalyStatuses } from './anomaly.ts'
import { ContainerStub } from './container-record.ts'
import { GlobalTag } from './tag.ts'
import { Person } from './user.ts'
import { FreeObject, Id, IdAndName, nullable, optional, TagNames, Timestamp } from './wire.ts'

/** An anomaly as it is shown. */
export const AnomalyRecord = Type.Object({
  id: Id,
  uuid: Type.String({ format: 'uuid' }),
  type: Type.Enum(anomalyTypes),
  status: Type.Enum(anomalyStatuses),
  created: Timestamp,
  last_detected: Timestamp,
  message: Type.String(),
  description: nullable(Type.String()),
  weight: Type.Integer(),
  anomalous_records_count: nullable(Type.Integer()),
  fingerprint: Type.Integer(),
  is_new: Type.Boolean(),
  archived: Type.Boolean(),
  source_enriched: Type.Boolean(),
  container_scan_id: Id,
  datastore: IdAndName,
  container: ContainerStub,
  absorbed_by: Type.Array(Id, {
    description:
      'Open shape anomalies that stand for this row since checks that it failed fail in too many rows to list them',
  }),
  partition_scan: nullable(
    Type.Object({ id: Id, partition: Type.Object({ name: nullable(Type.String()) }) }),
  ),
  failed_checks: Type.Array(Type.Object({ quality_check: FreeObject, message: Type.String() })),
  global_tags: Type.Array(GlobalTag),
  assignees: Type.Array(Person),
})

/** Source records of one anomaly; `source_record` is the JSON text of an array of rows, so that no reader rounds a number. */
export const SourceRecordText = Type.Object({
  source_record: Type.String(),
  created: Timestamp,
  total: Type.Integer(),
})

/** A change by people; absent members stay, lists replace the whole list, a null description clears it. */
export const AnomalyChange = Type.Object({
  status: Type.Optional(
    Type.Enum(openAnomalyStatuses, {
      description: 'An open status; of an archived anomaly it restores it. Archiving is DELETE',
    }),
  ),
  description: optional(Type.String({ maxLength: 10_000 })),
  tags: Type.Optional(TagNames),
  assignee_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
})
export type AnomalyChange = Static<typeof AnomalyChange>

/** One change of a bulk change. */
export const IdentifiedAnomalyChange = Type.Object({ ...AnomalyChange.properties, id: Id })
export type IdentifiedAnomalyChange = Static<typeof IdentifiedAnomalyChange>

/** How an anomaly is put away: archived with a reason, or deleted for good when `archive` is false. */
export const anomalyRemoval = {
  archive: Type.Optional(Type.Boolean({ description: 'Default true' })),
  status: Type.Optional(
    Type.Enum(archivedAnomalyStatuses, {
      description: 'The reason; default Resolved, unused without archive',
    }),
  ),
}
const AnomalyRemoval = Type.Object(anomalyRemoval)
export type AnomalyRemoval = Static<typeof AnomalyRemoval>

/** One removal of a bulk removal. */
export const IdentifiedAnomalyRemoval = Type.Object({ ...anomalyRemoval, id: Id })
export type IdentifiedAnomalyRemoval = Static<typeof IdentifiedAnomalyRemoval>

/**
 * One change of status: by a person, or by the scan that no longer found it (then `user` is null). Or what the row was
 * before a scan found it with other values: then the status stays.
 */
export const AnomalyStatusChange = Type.Object({
  id: Id,
  created: Timestamp,
  from_status: Type.Enum(anomalyStatuses),
  to_status: Type.Enum(anomalyStatuses),
  user: nullable(Person),
  operation_id: nullable(Id),
  container_scan_id: nullable(Id),
  former_record: nullable(
    Type.String({ description: 'JSON text of the row as it was; values of masked fields are hidden' }),
  ),
})
export type AnomalyStatusChange = Static<typeof AnomalyStatusChange>

export const AnomalyCommentInput = Type.Object({
  message: Type.String({ minLength: 1, maxLength: 10_000, pattern: String.raw`\S` }),
})

export const AnomalyComment = Type.Object({
  id: Id,
  created: Timestamp,
  message: Type.String(),
  user: Person,
})
export type AnomalyComment = Static<typeof AnomalyComment>
