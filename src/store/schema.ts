import type { Generated, JSONColumnType } from 'kysely'
import type { AuditAction, AuditResource } from '../model/audit.ts'
import type { AnomalyStatus, AnomalyType } from '../model/anomaly.ts'
import type { AssertionResult, CheckStatus } from '../model/check.ts'
import type { ContainerType, FileOptions, TableType } from '../model/container.ts'
import type { RemediationStrategy } from '../model/datastore.ts'
import type { DiscoveredField, FieldStatus, FieldType } from '../model/field.ts'
import type { OperationResult, OperationType, ScanResult, UnitState } from '../model/operation.ts'
import type { Role, TeamPermission } from '../model/principal.ts'

/**
 * The tables of migrations/, as Kysely sees them. Keys and counts arrive as numbers, times as ISO 8601 text in UTC with
 * milliseconds and `Z` (see pool.ts), so a row can go to the wire as it is.
 */
type Json<Value extends object> = JSONColumnType<Value, string, string>
type NullableJson = JSONColumnType<Record<string, unknown> | null, string | null, string | null>
type Time = string

interface Users {
  id: Generated<number>
  user_name: string
  email: string | null
  name: string | null
  role: Role
  user_type: Generated<'Human' | 'Service'>
  created: Generated<Time>
  last_login: Time | null
  deleted_at: Time | null
}

interface Teams {
  id: Generated<number>
  name: string
  description: string | null
  permission: TeamPermission
  created: Generated<Time>
}

interface Tokens {
  id: Generated<number>
  user_id: number
  name: string
  key: string
  active: Generated<boolean>
  created: Generated<Time>
  expiration: Time | null
  last_used: Time | null
}

interface Connections {
  id: Generated<number>
  name: string
  type: string
  host: string | null
  port: number | null
  username: string | null
  uri: string | null
  parameters: Json<Record<string, unknown>>
  secrets: string | null
  jdbc_fetch_size: number | null
  max_parallelization: number | null
  created: Generated<Time>
}

interface Datastores {
  id: Generated<number>
  name: string
  description: string | null
  connection_id: number
  database: string | null
  schema: string | null
  root_path: string | null
  connected: boolean | null
  favorite: Generated<boolean>
  enrichment_only: Generated<boolean>
  enrich_datastore_id: number | null
  enrichment_prefix: string
  enrichment_source_record_limit: Generated<number>
  enrichment_remediation_strategy: Generated<RemediationStrategy>
  high_count_rollup_threshold: Generated<number>
  created: Generated<Time>
}

export type ContainerStatus = 'available' | 'changed' | 'inaccessible' | 'unloadable'

interface Containers {
  id: Generated<number>
  datastore_id: number
  name: string
  container_type: ContainerType
  table_type: TableType | null
  status: Generated<ContainerStatus>
  status_reason: string | null
  description: string | null
  additional_metadata: NullableJson
  file_options: Json<FileOptions>
  incremental_field_name: string | null
  incremental_identifier_type: string | null
  partition_field: string | null
  incremental_checkpoint: JSONColumnType<
    { field: string | null; value: string } | null,
    string | null,
    string | null
  >
  created: Generated<Time>
  cataloged: Time | null
}

interface Fields {
  id: Generated<number>
  container_id: number
  name: string
  type: FieldType
  native_type: string
  nullable: Generated<boolean>
  ordinal: number
  status: Generated<FieldStatus>
  description: string | null
  additional_metadata: NullableJson
  created: Generated<Time>
}

interface Partitions {
  id: Generated<number>
  container_id: number
  name: string
  size_bytes: number | null
  last_modified: Time | null
}

interface GlobalTags {
  id: Generated<number>
  name: string
  color: string | null
  description: string | null
  category: string | null
  weight_modifier: Generated<number>
  created: Generated<Time>
}

interface TagLinks {
  id: Generated<number>
  tag_id: number
  datastore_id: number | null
  container_id: number | null
  quality_check_id: number | null
  anomaly_id: number | null
  field_id: number | null
}

interface QualityChecks {
  id: Generated<number>
  container_id: number
  rule_type: string
  description: string
  fields: string[]
  filter: string | null
  coverage: Generated<number>
  properties: Json<Record<string, unknown>>
  status: CheckStatus
  inferred: Generated<boolean>
  additional_metadata: NullableJson
  anomaly_message_field: string | null
  owner_id: number | null
  default_anomaly_assignee_id: number | null
  definition_key: string
  version: Generated<number>
  created: Generated<Time>
  created_by: string
  last_updated: Generated<Time>
  last_editor: string
  deleted_at: Time | null
  last_asserted: Time | null
  is_passing: boolean | null
}

interface QualityCheckVersions {
  id: Generated<number>
  quality_check_id: number
  number: number
  valid_from: Time
  valid_to: Time | null
  edited_by: string
  definition: Json<Record<string, unknown>>
}

interface Operations {
  id: Generated<number>
  type: OperationType
  trigger_type: string
  datastore_id: number
  name: string | null
  payload: Json<Record<string, unknown>>
  status: Json<Record<string, number>>
  result: Generated<OperationResult>
  message: string | null
  triggered_by: string
  schedule_id: number | null
  created: Generated<Time>
  dispatched: Generated<Time>
  start_time: Time | null
  end_time: Time | null
}

interface Schedules {
  id: Generated<number>
  trigger_type: string
  name: string | null
  datastore_id: number
  payload: Json<Record<string, unknown>>
  crontab: string
  timezone: string
  deactivated: Generated<boolean>
  owner_id: number
  next_run: Time | null
  last_run: Time | null
  message: string | null
  created: Generated<Time>
  last_updated: Generated<Time>
  deleted_at: Time | null
}

interface Units {
  id: Generated<number>
  operation_id: number
  container_scan_id: number | null
  kind: string
  subject: Json<Record<string, unknown>>
  state: Generated<UnitState>
  attempt: Generated<number>
  claims: Generated<number>
  failures: Generated<number>
  worker: string | null
  lease_until: Time | null
  not_before: Generated<Time>
  message: string | null
  created: Generated<Time>
  ended: Time | null
}

interface OperationContainers {
  id: Generated<number>
  operation_id: number
  kind: OperationType
  datastore_id: number
  container_id: number
  created: Generated<Time>
  start_time: Time | null
  end_time: Time | null
  records_processed: Generated<number>
  anomaly_count: Generated<number>
  auto_resolved_anomaly_count: Generated<number>
  result: Generated<ScanResult>
  message: string | null
  observed_fields: JSONColumnType<DiscoveredField[] | null, string | null, string | null>
}

interface PartitionScans {
  id: Generated<number>
  container_scan_id: number
  partition_id: number | null
  partition_name: string
  start_time: Time
  end_time: Time | null
  records_processed: Generated<number>
  anomaly_count: Generated<number>
  result: Generated<ScanResult>
  message: string | null
  totals: Json<Record<string, unknown>>
  highest: string | null
}

interface CheckResults {
  id: Generated<number>
  container_scan_id: number
  partition_scan_id: number | null
  quality_check_id: number
  asserted_records: number | null
  anomalous_records: number | null
  anomaly_count: Generated<number>
  assertion_result: AssertionResult
  assertion_details: string | null
}

interface OperationLogs {
  id: Generated<number>
  operation_id: number
  container_id: number | null
  created: Generated<Time>
  level: 'info' | 'warning' | 'error'
  message: string
}

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
  source_enriched: Generated<boolean>
  is_new: Generated<boolean>
  container_scan_id: number
  partition_scan_id: number | null
  created: Generated<Time>
  last_detected: Generated<Time>
  archived_at: Time | null
}

interface AnomalyFailedChecks {
  anomaly_id: number
  quality_check_id: number
  message: string
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
  /** JSON text: the driver does not parse it, so that no digit is lost. */
  record: string
}

interface AuditLogs {
  id: number
  created: Time
  user_id: number
  user_name: string
  action: AuditAction
  resource_type: AuditResource
  resource_id: number
  /** JSON text, as it was hashed. */
  details: string
  endpoint: string | null
  ip_address: string | null
  previous_hash: string
  hash: string
}

interface Installation {
  id: Generated<boolean>
  key_check: string
  created: Generated<Time>
}

export interface Database {
  installation: Installation
  users: Users
  teams: Teams
  team_users: { team_id: number; user_id: number }
  tokens: Tokens
  connections: Connections
  datastores: Datastores
  team_datastores: { team_id: number; datastore_id: number }
  containers: Containers
  removed_containers: { datastore_id: number; name: string; removed: Generated<Time> }
  fields: Fields
  partitions: Partitions
  global_tags: GlobalTags
  tag_links: TagLinks
  quality_checks: QualityChecks
  quality_check_versions: QualityCheckVersions
  schedules: Schedules
  operations: Operations
  units: Units
  operation_containers: OperationContainers
  partition_scans: PartitionScans
  check_results: CheckResults
  operation_logs: OperationLogs
  anomalies: Anomalies
  anomaly_failed_checks: AnomalyFailedChecks
  anomaly_detections: AnomalyDetections
  anomaly_assignees: { anomaly_id: number; user_id: number }
  anomaly_comments: AnomalyComments
  anomaly_status_changes: AnomalyStatusChanges
  source_records: SourceRecords
  audit_logs: AuditLogs
}
