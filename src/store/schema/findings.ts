import type { Generated, JSONColumnType } from 'kysely'
import type { HeldRecord } from '../../kernel/record-json.ts'
import type { AnomalyStatus, AnomalyType } from '../../model/anomaly.ts'
import type { MessagePart } from '../../model/message-template.ts'
import type { Time } from './columns.ts'

interface Anomalies {
  id: Generated<number>
  uuid: Generated<string>
  datastore_id: number
  container_id: number
  type: AnomalyType
  status: Generated<AnomalyStatus>
  message: string
  description: string | null
  weight: Generated<number>
  anomalous_records_count: number | null
  identity: string
  row_hash: string | null
  fingerprint: number
  /** Null for shape anomalies, and for those of earlier versions until something is found in their container. */
  identity_basis_id: number | null
  identity_hash: string | null
  source_enriched: Generated<boolean>
  is_new: Generated<boolean>
  /** True: no row of the container has to do with it; see migration 142. */
  is_of_given_rows: Generated<boolean>
  container_scan_id: number
  partition_scan_id: number | null
  created: Generated<Time>
  last_detected: Generated<Time>
  archived_at: Time | null
  /** Counts while the status is Duplicate. */
  duplicate_of: number | null
}

interface AnomalyFailedChecks {
  anomaly_id: number
  quality_check_id: number
  message: string
  /** Null for messages that hold no values of the rows kept with the anomaly. */
  template: JSONColumnType<MessagePart[] | null, string | null, string | null>
}

interface AnomalyComments {
  id: Generated<number>
  anomaly_id: number
  user_id: number
  message: string
  created: Generated<Time>
}

interface AnomalyStatusChanges {
  id: Generated<number>
  anomaly_id: number
  from_status: AnomalyStatus
  to_status: AnomalyStatus
  /** Null for a change by a scan. */
  user_id: number | null
  operation_id: number | null
  container_scan_id: number | null
  created: Generated<Time>
  /** The row before the scan found it with other values; null for changes of the status. */
  former_record: HeldRecord | null
}

interface IdentityBases {
  id: Generated<number>
  container_id: number
  is_key: boolean
  fields: string[]
  signature: string
}

interface AnomalyDetections {
  container_scan_id: number
  anomaly_id: number
  partition_scan_id: number | null
}

interface SourceRecords {
  anomaly_id: number
  ordinal: number
  row_hash: string
  /** The driver does not parse it, so that no digit is lost. */
  record: HeldRecord
}

/** The tables of what scans found, and what people made of it. */
export interface FindingTables {
  anomalies: Anomalies
  anomaly_failed_checks: AnomalyFailedChecks
  anomaly_detections: AnomalyDetections
  anomaly_absorbed_checks: { anomaly_id: number; quality_check_id: number }
  identity_bases: IdentityBases
  anomaly_assignees: { anomaly_id: number; user_id: number }
  anomaly_comments: AnomalyComments
  anomaly_status_changes: AnomalyStatusChanges
  source_records: SourceRecords
}
