import type { Cell } from '../../kernel/cell.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AssertionResult } from '../../model/check.ts'
import type { LostStatement, StatementNote } from '../../model/container-scan-record.ts'
import type { FileOptions } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type {
  LogLevel,
  OperationResult,
  OperationType,
  ScanResult,
  UnitState,
} from '../../model/operation.ts'
import type { Json, Time } from './columns.ts'

interface Operations {
  id: Generated<number>
  type: OperationType
  trigger_type: string
  datastore_id: number | null
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
  revision: Generated<number>
  /** Null: no flow started it. */
  action_execution_id: number | null
  /** Written as numbers; the driver reads them as texts. */
  flow_path: ColumnType<string[], number[] | undefined, number[]>
  trace_parent: string | null
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
  /** Null: its id. */
  line: number | null
  /** The datastore in whose line it is; 0 for none, null for units of before there were lines. */
  line_of: number | null
  operation_id: number
  container_scan_id: number | null
  kind: string
  subject: Json<Record<string, unknown>>
  /** Null: that of the operation. */
  datastore_id: number | null
  needs_source: Generated<boolean>
  connection_id: number | null
  slot: number | null
  state: Generated<UnitState>
  attempt: Generated<number>
  claims: Generated<number>
  failures: Generated<number>
  worker: string | null
  lease_until: Time | null
  lease_seconds: number | null
  not_before: Generated<Time>
  message: string | null
  created: Generated<Time>
  ended: Time | null
  /** Of cancelled units: when their worker had left the source. */
  left_at: Time | null
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
  remark: string | null
  /** Ids, as texts. */
  check_versions: string[] | null
  /** Those of the conclusion; null: none was sent. */
  statements: JSONColumnType<StatementNote[] | null, string | null, string | null>
  observed_fields: JSONColumnType<DiscoveredField[] | null, string | null, string | null>
  /** Null: none. */
  lost_statements: JSONColumnType<LostStatement[] | null, string | null, string | null>
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
  totals: Json<Record<number, { asserted: number; measures: Record<string, Cell> }>>
  highest: string | null
  /** Null: the next scan reads the partition again. */
  read_state: string | null
  /** The id of the run that read it; null: this one did. */
  unchanged_since: number | null
  /** Null: none was sent. */
  statements: JSONColumnType<StatementNote[] | null, string | null, string | null>
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
  is_rolled_up: Generated<boolean>
  unchanged_since: number | null
  proof: string | null
  /** True of an external scan. */
  is_of_given_rows: Generated<boolean>
  /** That of the container scan. */
  scan_start_time: Time
}

interface OperationLogs {
  id: Generated<number>
  operation_id: number
  container_id: number | null
  created: Generated<Time>
  level: LogLevel
  message: string
}

interface EnrichmentDeliveries {
  id: Generated<number>
  enrich_datastore_id: number
  operation_id: number
  container_scan_id: number
  created: Generated<Time>
  next_try: Generated<Time>
  tries: Generated<number>
  is_given_up: Generated<boolean>
  message: string | null
  lease_until: Time | null
  holder: string | null
}

interface GivenFiles {
  operation_id: number
  name: string
  format: 'csv' | 'json'
  file_options: Json<FileOptions>
}

interface GivenFileParts {
  operation_id: number
  ordinal: number
  content: Buffer
}

/** The tables of runs, their parts and their schedules. */
export interface RunTables {
  schedules: Schedules
  operations: Operations
  units: Units
  operation_containers: OperationContainers
  partition_scans: PartitionScans
  check_results: CheckResults
  operation_logs: OperationLogs
  enrichment_deliveries: EnrichmentDeliveries
  given_files: GivenFiles
  given_file_parts: GivenFileParts
}
