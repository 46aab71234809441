import { sql } from 'kysely'
import type { Cell } from '../kernel/cell.ts'
import { hold, type Held } from '../kernel/held.ts'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { AnomalyType } from '../model/anomaly.ts'
import type { AssertionResult } from '../model/check.ts'
import type { MessagePart } from '../model/message-template.ts'
import type { Queryable } from './pool.ts'

/** A partition as an earlier scan left it. */
export interface FormerPartition {
  id: number
  container_scan_id: number
  partition_name: string
  read_state: string
  records_processed: number
  totals: Held<Record<number, { asserted: number; measures: Record<string, Cell> }>>
  anomaly_count: number
  /** The run that read it last. */
  unchanged_since: number
}

/** The newest scan of a container that succeeded and whose readings may be kept. */
export interface KeptReading {
  id: number
  /** True when it found nothing, and read one partition. */
  is_plain: boolean
}

/** For each of these container scans, by its id, the newest other one of the same container whose readings may be kept; left out without any. */
export async function lastKeptReadings(
  database: Queryable,
  scans: readonly { id: number; container_id: number }[],
): Promise<Map<number, KeptReading>> {
  const ids = scans.map(({ id }) => id)
  const containers = scans.map(({ container_id }) => container_id)
  const { rows } = await sql<KeptReading & { container_scan_id: number }>`
    select wanted.id as container_scan_id, last.id,
           last.anomaly_count = 0
             and not exists (select from partition_scans where container_scan_id = last.id offset 1) as is_plain
    from unnest(${ids}::bigint[], ${containers}::bigint[]) as wanted (id, container_id)
    cross join lateral (
      select id, anomaly_count from operation_containers as scans
      where container_id = wanted.container_id and id <> wanted.id and kind = 'scan' and result = 'success'
        and exists (select from partition_scans where container_scan_id = scans.id and read_state is not null)
      order by created desc, id desc limit 1
    ) as last`.execute(database)
  return new Map(rows.map(({ container_scan_id, ...reading }) => [container_scan_id, reading]))
}

/** The partitions that these scans read; those whose results must not be kept are left out. */
export async function formerPartitions(
  database: Queryable,
  containerScanIds: readonly number[],
): Promise<FormerPartition[]> {
  const { rows } = await sql<
    Omit<FormerPartition, 'totals'> & {
      totals: Record<number, { asserted: number; measures: Record<string, Cell> }>
    }
  >`
    select parts.id, container_scan_id, partition_name, read_state, parts.records_processed, totals, parts.anomaly_count,
           coalesce(parts.unchanged_since, scans.operation_id) as unchanged_since
    from partition_scans as parts join operation_containers as scans on scans.id = parts.container_scan_id
    where container_scan_id = any(${containerScanIds}::bigint[]) and read_state is not null and parts.result = 'success'`.execute(
    database,
  )
  return rows.map((row) => ({ ...row, totals: hold(row.totals) }))
}

/** What each partition was read with, by its name; null where it must be read again. */
export async function readStates(
  database: Queryable,
  containerScanId: number,
): Promise<Map<string, string | null>> {
  const rows = await database
    .selectFrom('partition_scans')
    .select(['partition_name', 'read_state'])
    .where('container_scan_id', '=', containerScanId)
    .execute()
  return new Map(rows.map(({ partition_name, read_state }) => [partition_name, read_state]))
}

/** A verdict of an earlier scan. */
export interface FormerOutcome {
  container_scan_id: number
  /** Null for one over the container. */
  partition_scan_id: number | null
  check_id: number
  assertion_result: AssertionResult
  assertion_details: string | null
  asserted_records: number | null
  anomalous_records: number | null
  rolled_up: boolean
  proof: string | null
  /** The run that reached it. */
  unchanged_since: number
}

/** All verdicts of these scans. */
export async function formerOutcomes(
  database: Queryable,
  containerScanIds: readonly number[],
): Promise<FormerOutcome[]> {
  const { rows } = await sql<FormerOutcome>`
    select container_scan_id, partition_scan_id, quality_check_id as check_id, assertion_result, assertion_details, asserted_records,
           anomalous_records, is_rolled_up as rolled_up, proof, coalesce(unchanged_since, scans.operation_id) as unchanged_since
    from check_results join operation_containers as scans on scans.id = check_results.container_scan_id
    where container_scan_id = any(${containerScanIds}::bigint[])`.execute(database)
  return rows
}

/** An anomaly that is still as the scan left it. */
export interface FormerAnomaly {
  id: number
  partition_scan_id: number | null
  type: AnomalyType
  identity: string
  anomalous_records_count: number | null
  failed_checks: { check_id: number; message: string; template: MessagePart[] | null }[]
  /** Of all its kept rows. */
  kept_records: number
  /** The row of a record anomaly; null for others. */
  record: HeldRecord | null
  row_hash: string | null
}

/** The anomalies that the scan found and that no later one found again, in the order of their identities. */
export async function formerAnomalies(
  database: Queryable,
  containerScanId: number,
): Promise<FormerAnomaly[]> {
  const { rows } = await sql<FormerAnomaly>`
    select anomalies.id, found.partition_scan_id, anomalies.type, anomalies.identity, anomalies.anomalous_records_count,
           (select coalesce(jsonb_agg(jsonb_build_object('check_id', quality_check_id, 'message', message, 'template', template)
                                      order by quality_check_id), '[]')
            from anomaly_failed_checks where anomaly_id = anomalies.id) as failed_checks,
           (select count(*) from source_records where anomaly_id = anomalies.id) as kept_records,
           row.record, row.row_hash
    from anomaly_detections as found join anomalies on anomalies.id = found.anomaly_id
    left join source_records as row on row.anomaly_id = anomalies.id and row.ordinal = 0 and anomalies.type = 'record'
    where found.container_scan_id = ${containerScanId} and anomalies.container_scan_id = ${containerScanId}
    order by anomalies.identity, anomalies.id`.execute(database)
  return rows
}

/** The rows kept with an anomaly, in their order. */
export async function keptRows(
  database: Queryable,
  anomalyId: number,
): Promise<{ record: HeldRecord; row_hash: string }[]> {
  const { rows } = await sql<{ record: HeldRecord; row_hash: string }>`
    select record, row_hash from source_records
    where anomaly_id = ${anomalyId} order by ordinal`.execute(database)
  return rows
}

/** Has the next scan of the container read everything: what is kept of its findings does not say any more all that they said. */
export async function forgetReadings(transaction: Queryable, containerId: number): Promise<void> {
  await sql`
    update partition_scans set read_state = null from operation_containers as scans
    where scans.id = partition_scans.container_scan_id and scans.container_id = ${containerId}
      and read_state is not null`.execute(transaction)
}
