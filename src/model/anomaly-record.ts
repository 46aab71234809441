import { Type } from 'typebox'
import { anomalyStatuses, anomalyTypes } from './anomaly.ts'
import { ContainerStub, DatastoreStub } from './operation-record.ts'
import { FreeObject, Id, nullable, Timestamp } from './wire.ts'

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
  datastore: DatastoreStub,
  container: ContainerStub,
  partition_scan: nullable(
    Type.Object({ id: Id, partition: Type.Object({ name: nullable(Type.String()) }) }),
  ),
  failed_checks: Type.Array(Type.Object({ quality_check: FreeObject, message: Type.String() })),
  global_tags: Type.Array(FreeObject),
  assignees: Type.Array(FreeObject),
})

/** Source records of one anomaly; `source_record` is the JSON text of an array of rows, so that no reader rounds a number. */
export const SourceRecordText = Type.Object({
  source_record: Type.String(),
  created: Timestamp,
  total: Type.Integer(),
})
