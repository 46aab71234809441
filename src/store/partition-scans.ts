import { sql } from 'kysely'
import type { Cell } from '../kernel/cell.ts'
import { hold, opened, type Held } from '../kernel/held.ts'
import { Aborted } from '../kernel/errors.ts'
import type { StatementNote } from '../model/container-scan-record.ts'
import type { ScanResult } from '../model/operation.ts'
import { isOpenStatus } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
import { foundInPartition, sharedWithEarlier } from './shared-anomalies.ts'

/** True when no partition of a container scan is left to be read but as many as the caller is about to end. No more than one beyond them is looked at. */
export async function areLastPartitions(
  transaction: Queryable,
  containerScanId: number,
  ending: number,
): Promise<boolean> {
  const open = await transaction
    .selectFrom('units')
    .select('id')
    .where('container_scan_id', '=', containerScanId)
    .where('kind', '=', 'partition')
    .where('state', 'in', ['waiting', 'running'])
    .limit(ending + 1)
    .execute()
  return open.length <= ending
}

/** Partitions that could not be read, with the reasons. */
export async function failedPartitions(
  database: Queryable,
  containerScanId: number,
): Promise<{ partition_name: string; message: string | null }[]> {
  return database
    .selectFrom('partition_scans')
    .select(['partition_name', 'message'])
    .where('container_scan_id', '=', containerScanId)
    .where('result', '=', 'failure')
    .orderBy('partition_name')
    .execute()
}

/** The mergeable totals that each partition left. */
export async function partitionTotals(
  database: Queryable,
  containerScanId: number,
): Promise<Held<Record<number, { asserted: number; measures: Record<string, Cell> }>>[]> {
  const rows = await database
    .selectFrom('partition_scans')
    .select('totals')
    .where('container_scan_id', '=', containerScanId)
    .execute()
  return rows.map((row) => hold(row.totals))
}

/** A partition that a container scan read. */
export interface PartitionReading {
  partition_name: string
  /** The value of the incremental field up to which it was read, or the time of its file. */
  highest: string | null
  records_processed: number
  /** True when that was before the run was resumed. */
  is_before_resume: boolean
}

/** The partitions that a container scan read, by name. */
export async function readPartitions(
  database: Queryable,
  containerScanId: number,
): Promise<PartitionReading[]> {
  return database
    .selectFrom('partition_scans')
    .innerJoin('operation_containers as scans', 'scans.id', 'partition_scans.container_scan_id')
    .innerJoin('operations', 'operations.id', 'scans.operation_id')
    .select(['partition_name', 'highest', 'partition_scans.records_processed'])
    .select(sql<boolean>`partition_scans.start_time < operations.dispatched`.as('is_before_resume'))
    .where('container_scan_id', '=', containerScanId)
    .where('partition_scans.result', '=', 'success')
    .orderBy('partition_name')
    .execute()
}

/** The result of one partition. */
export interface SavedPartition {
  container_scan_id: number
  partition_name: string
  /** Null for now. */
  start_time: string | null
  records_processed: number
  anomaly_count: number
  result: ScanResult
  message: string | null
  /** JSON text of the mergeable totals. */
  totals: Held<string>
  /** Text of the greatest value of the incremental field that was read; null for none. */
  highest: string | null
  /** See the schema (default null). */
  read_state?: string | null
  unchanged_since?: number | null
  /** See Evaluation (default null). */
  statements?: readonly StatementNote[] | null
}

/** A partition scan that was written. */
export interface WrittenPartition {
  id: number
  container_scan_id: number
  partition_name: string
}

/** Writes results of partitions; a repeated attempt replaces its own. */
export async function savePartitionScans(
  transaction: Queryable,
  scans: readonly SavedPartition[],
): Promise<WrittenPartition[]> {
  if (scans.length === 0) return []
  const written = scans.map((scan) => ({ ...scan, totals: opened(scan.totals) }))
  const { rows } = await sql<WrittenPartition>`${prepared}
    insert into partition_scans (container_scan_id, partition_id, partition_name, start_time, end_time, records_processed,
                                 anomaly_count, result, message, totals, highest, read_state, unchanged_since, statements)
    select scan.container_scan_id, partitions.id, scan.partition_name, coalesce(scan.start_time, clock_timestamp()),
           clock_timestamp(), scan.records_processed, scan.anomaly_count, scan.result, scan.message, scan.totals::jsonb, scan.highest,
           scan.read_state, scan.unchanged_since, scan.statements
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as scan (container_scan_id bigint, partition_name text, start_time timestamptz, records_processed bigint,
               anomaly_count bigint, result text, message text, totals text, highest text, read_state text, unchanged_since bigint, statements jsonb)
    join operation_containers on operation_containers.id = scan.container_scan_id
    left join partitions
      on partitions.container_id = operation_containers.container_id and partitions.name = scan.partition_name
    on conflict (container_scan_id, partition_name) do update
    set start_time = excluded.start_time, end_time = excluded.end_time, records_processed = excluded.records_processed,
        anomaly_count = excluded.anomaly_count, result = excluded.result, message = excluded.message,
        totals = excluded.totals, highest = excluded.highest, read_state = excluded.read_state,
        unchanged_since = excluded.unchanged_since, statements = excluded.statements
    returning id, container_scan_id, partition_name`.execute(transaction)
  return rows
}

/** The same for one; its id. */
export async function savePartitionScan(transaction: Queryable, scan: SavedPartition): Promise<number> {
  const [written] = await savePartitionScans(transaction, [scan])
  if (!written) throw new Aborted('This container scan was deleted.')
  return written.id
}

/** Writes that a partition could not be read, and why. */
export async function saveFailedPartition(
  transaction: Queryable,
  container_scan_id: number,
  partition_name: string,
  message: string,
): Promise<void> {
  await savePartitionScan(transaction, {
    container_scan_id,
    partition_name,
    start_time: null,
    records_processed: 0,
    anomaly_count: 0,
    result: 'failure',
    message,
    totals: hold('{}'),
    highest: null,
  })
}

/** A partition of which everything is recorded. */
interface FinishedPartition {
  id: number
  /** How many were found in it. */
  anomalies: number
  /** See Evaluation. */
  statements: readonly StatementNote[]
}

/** Writes what recording showed of partitions, by the ids of their scans: their names may have been masked meanwhile. */
export async function finishPartitionScans(
  transaction: Queryable,
  parts: readonly FinishedPartition[],
): Promise<void> {
  await sql`
    update partition_scans set anomaly_count = finished.anomalies, statements = nullif(finished.statements, '[]')
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as finished (id bigint, anomalies bigint, statements jsonb)
    where partition_scans.id = finished.id`.execute(transaction)
}

/** Partition scans that are shown of each container scan of a list: a container of thousands of files has as many. */
const mostListed = 20

/** The partition scans of a container scan as they are shown, by the names of their partitions. */
export async function shownPartitionScans(database: Queryable, containerScanId: number) {
  const rows = await partitionScansToShow(database).where('container_scan_id', '=', containerScanId).execute()
  return rows.map(presentPartitionScan)
}

/** The first partition scans of each of these container scans, by the names of their partitions; those with none are left out. */
export async function firstPartitionScans(database: Queryable, containerScanIds: readonly number[]) {
  const first = sql<number>`(
    select first.id from unnest(${containerScanIds}::bigint[]) as scans (id)
    cross join lateral (
      select id from partition_scans where container_scan_id = scans.id order by partition_name limit ${mostListed}) as first)`
  const rows = await partitionScansToShow(database)
    .select('container_scan_id')
    .where('parts.id', 'in', first)
    .execute()
  const byScan = new Map<number, ReturnType<typeof presentPartitionScan>[]>()
  for (const { container_scan_id, ...row } of rows) {
    const parts = byScan.get(container_scan_id) ?? []
    byScan.set(container_scan_id, parts)
    parts.push(presentPartitionScan(row))
  }
  return byScan
}

/** Partition scans with what is shown of them, by name. */
function partitionScansToShow(database: Queryable) {
  const found = sql<{ open_anomaly_count: number; archived_anomaly_count: number }>`(
    select count(open.id) as open_anomaly_count, count(*) - count(open.id) as archived_anomaly_count
    from ${foundInPartition} as detected
    left join anomalies as open on open.id = detected.anomaly_id and ${isOpenStatus(sql.ref('open.status'))})`
  return database
    .selectFrom('partition_scans as parts')
    .innerJoinLateral(found.as('found'), (join) => join.onTrue())
    .select(['id', 'partition_id', 'partition_name', 'start_time', 'end_time'])
    .select(sql<number>`anomaly_count + ${sharedWithEarlier}`.as('anomaly_count'))
    .select(['records_processed', 'result', 'message', 'unchanged_since'])
    .select(['found.open_anomaly_count', 'found.archived_anomaly_count'])
    .orderBy('partition_name')
}

type PartitionScanRow = Awaited<ReturnType<ReturnType<typeof partitionScansToShow>['execute']>>[number]

function presentPartitionScan({ partition_id, partition_name, ...scan }: PartitionScanRow) {
  return { ...scan, partition: { id: partition_id, name: partition_name } }
}

/** The name of the partition that a unit reads as it is now: that of a range changes when its field is masked. Null for none. */
export async function partitionOfUnit(database: Queryable, unitId: number): Promise<string | null> {
  const row = await database
    .selectFrom('units')
    .select(sql<string | null>`subject ->> 'partition'`.as('name'))
    .where('id', '=', unitId)
    .executeTakeFirst()
  return row?.name ?? null
}
