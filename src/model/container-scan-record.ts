import { Type } from 'typebox'
import { assertionResults, checkStatuses } from './check.ts'
import { ContainerStub } from './container-record.ts'
import { fieldTypes } from './field.ts'
import { scanResults } from './operation.ts'
import { FreeObject, Id, IdAndName, nullable, Timestamp } from './wire.ts'

/** A container scan as lists show it. */
export const ContainerScan = Type.Object({
  id: Id,
  operation_id: Id,
  created: Timestamp,
  start_time: nullable(Timestamp),
  end_time: nullable(Timestamp),
  datastore: IdAndName,
  container: ContainerStub,
  records_processed: Type.Integer(),
  anomaly_count: Type.Integer(),
  auto_resolved_anomaly_count: Type.Integer(),
  result: Type.Enum(scanResults),
  message: nullable(Type.String()),
})

const PartitionScan = Type.Object({
  id: Id,
  partition: Type.Object({ id: nullable(Id), name: Type.String() }),
  start_time: Timestamp,
  end_time: nullable(Timestamp),
  records_processed: Type.Integer(),
  anomaly_count: Type.Integer(),
  open_anomaly_count: Type.Integer(),
  archived_anomaly_count: Type.Integer(),
  result: Type.Enum(scanResults),
  message: nullable(Type.String()),
})

/** A container scan with its partition scans. */
export const ContainerScanRecord = Type.Object({
  ...ContainerScan.properties,
  partition_scans: Type.Array(PartitionScan),
})

/** The verdict on one check of a container scan; `scan_anomaly_count` 0 reads as passed in the contract, `assertion_result` is exact. */
export const CheckResult = Type.Object({
  id: Id,
  description: Type.String(),
  rule_type: Type.String(),
  status: Type.Enum(checkStatuses),
  scan_anomaly_count: Type.Integer(),
  container_scan_anomaly_count: Type.Integer(),
  container_scan_id: Id,
  container: IdAndName,
  fields: Type.Array(IdAndName),
  assertion_result: Type.Enum(assertionResults),
  assertion_details: nullable(Type.String()),
  asserted_records: nullable(Type.Integer()),
  anomalous_records: nullable(Type.Integer()),
})

/** Source records of a container scan: the fields in order, then each distinct row with the anomalies that it belongs to. */
export const SourceRecords = Type.Object({
  fields: Type.Array(
    Type.Object({ name: Type.String(), type: Type.Enum(fieldTypes), masked: Type.Boolean() }),
  ),
  items: Type.Array(Type.Object({ record: FreeObject, anomaly_ids: Type.Array(Id) })),
  total: Type.Integer(),
})
