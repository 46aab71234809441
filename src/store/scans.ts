import { sql, type Selectable } from 'kysely'
import { Aborted } from '../kernel/errors.ts'
import type { AssertionResult } from '../model/check.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { ScanResult } from '../model/operation.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'

export type ContainerScanRow = Selectable<Database['operation_containers']>

/**
 * The versions of a container's checks that are in force and Active. What is committed when the statement begins is seen,
 * whatever any clock says: a check that was saved before a scan was asked for is in it.
 */
const versionsInForce = sql`
  select versions.id from quality_checks
  join quality_check_versions as versions
    on versions.quality_check_id = quality_checks.id and versions.number = quality_checks.version
  where quality_checks.container_id = operation_containers.container_id and quality_checks.status = 'Active'
  order by versions.id`

/**
 * Opens container scans when the first unit of each starts; a second start (another attempt) keeps the first start time,
 * and the versions of the checks that were in force then. By id; one that has ended, because its run was aborted after the
 * unit was claimed, is left out.
 */
export async function startContainerScans(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, ContainerScanRow>> {
  const opened = await database
    .updateTable('operation_containers')
    .set({
      result: 'running',
      start_time: sql<string>`coalesce(start_time, clock_timestamp())`,
      check_versions: sql<string[]>`coalesce(check_versions, array(${versionsInForce}))`,
    })
    .where('id', 'in', [...ids])
    .where('result', 'in', ['queued', 'running'])
    .returningAll()
    .execute()
  return new Map(opened.map((scan) => [scan.id, scan]))
}

/** The same for one; throws Aborted when it has ended. */
export async function startContainerScan(database: Queryable, id: number): Promise<ContainerScanRow> {
  const opened = (await startContainerScans(database, [id])).get(id)
  if (!opened) throw new Aborted('This container scan has ended.')
  return opened
}

/** Takes the start of container scans back of which nothing was done: they wait again as if never begun. */
export async function unstartContainerScans(database: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await database
    .updateTable('operation_containers')
    .set({ result: 'queued', start_time: null, check_versions: null })
    .where('id', 'in', [...ids])
    .where('result', '=', 'running')
    .execute()
}

/**
 * Puts all commits of one container scan in a line; taken before anything else of it is written. Not a lock on its row: a
 * commit may read from its source for long, and an abort, which writes that row, must not wait for it.
 */
export async function lockContainerScan(transaction: Queryable, id: number): Promise<void> {
  await lockContainerScans(transaction, [id])
}

/** The same for several, in the order of their ids. */
export async function lockContainerScans(transaction: Queryable, ids: readonly number[]): Promise<void> {
  const ordered = ids.toSorted((one, other) => one - other)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('container scan', id))
    from unnest(${ordered}::bigint[]) as scans (id)`.execute(transaction)
}

/** Keeps what the schema step saw, for the partitions to be judged against. */
export async function saveObservedFields(
  transaction: Queryable,
  id: number,
  fields: readonly DiscoveredField[],
): Promise<void> {
  await transaction
    .updateTable('operation_containers')
    .set({ observed_fields: JSON.stringify(fields) })
    .where('id', '=', id)
    .execute()
}

/** Rows of operation_containers that are container scans; written out, so that the indexes over those alone serve. */
export const isContainerScan = sql<boolean>`operation_containers.kind in ('scan', 'external_scan')`

/** The message of a container in a run: why it failed or was passed over, else the remarks of the source on its rows. */
export const messageOrRemark = sql<
  string | null
>`coalesce(operation_containers.message, operation_containers.remark)`.as('message')

/** Keeps what the source said of the rows that it shows; null for nothing. */
export async function saveRemark(transaction: Queryable, id: number, remark: string | null): Promise<void> {
  await transaction.updateTable('operation_containers').set({ remark }).where('id', '=', id).execute()
}

/** The remarks of sources on the rows that a run read, by the names of the containers. */
export async function remarksOnRows(
  database: Queryable,
  operationId: number,
): Promise<{ container_id: number; remark: string }[]> {
  const rows = await database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['container_id', 'remark'])
    .where('operation_id', '=', operationId)
    .orderBy('containers.name')
    .execute()
  return rows.flatMap(({ container_id, remark }) => (remark === null ? [] : [{ container_id, remark }]))
}

/** Partitions of a container scan that are still to be read, the caller's own included. */
export async function openPartitions(transaction: Queryable, containerScanId: number): Promise<number> {
  const { open } = await transaction
    .selectFrom('units')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('container_scan_id', '=', containerScanId)
    .where('kind', '=', 'partition')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return open
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
): Promise<Record<string, unknown>[]> {
  const rows = await database
    .selectFrom('partition_scans')
    .select('totals')
    .where('container_scan_id', '=', containerScanId)
    .execute()
  return rows.map((row) => row.totals)
}

/** The partitions that a container scan read, with the greatest value of the incremental field in each. */
export async function readPartitions(
  database: Queryable,
  containerScanId: number,
): Promise<{ partition_name: string; highest: string | null }[]> {
  return database
    .selectFrom('partition_scans')
    .select(['partition_name', 'highest'])
    .where('container_scan_id', '=', containerScanId)
    .where('result', '=', 'success')
    .orderBy('partition_name')
    .execute()
}

/** Moves the point from which the next incremental scan reads; called in the transaction that ends a container scan well. */
export async function moveCheckpoint(
  transaction: Queryable,
  containerId: number,
  checkpoint: { field: string | null; value: string },
): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ incremental_checkpoint: JSON.stringify(checkpoint) })
    .where('id', '=', containerId)
    .execute()
}

/** Ends a container scan with its result; the message names why when it failed. */
export async function endContainerScan(
  transaction: Queryable,
  id: number,
  result: ScanResult,
  message: string | null,
): Promise<void> {
  await transaction
    .updateTable('operation_containers')
    .set({ result, message, end_time: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** The end of a container scan that is written in one go. */
export interface EndedScan {
  id: number
  records: number
  result: ScanResult
  message: string | null
  remark: string | null
}

/** Counts and ends container scans in one statement, in the order of their ids; see countContainerScan and endContainerScan. */
export async function endContainerScans(transaction: Queryable, ends: readonly EndedScan[]): Promise<void> {
  await sql`
    with ended as (
      select scans.id, ended.records, ended.result, ended.message, ended.remark
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        as ended (id bigint, records bigint, result text, message text, remark text)
      join operation_containers as scans using (id)
      order by scans.id for no key update of scans
    )
    update operation_containers as scans
    set result = ended.result, message = ended.message, remark = ended.remark, end_time = clock_timestamp(),
        records_processed = scans.records_processed + ended.records,
        anomaly_count = (select count(*) from anomaly_detections where container_scan_id = scans.id)
    from ended where scans.id = ended.id`.execute(transaction)
}

/** Adds to a container scan's counters; `anomaly_count` is counted anew from its detections. */
export async function countContainerScan(transaction: Queryable, id: number, records: number): Promise<void> {
  await sql`
    update operation_containers
    set records_processed = records_processed + ${records},
        anomaly_count = (select count(*) from anomaly_detections where container_scan_id = ${id})
    where id = ${id}`.execute(transaction)
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
  totals: string
  /** Text of the greatest value of the incremental field that was read; null for none. */
  highest: string | null
}

/** Writes results of partitions, one for a container scan; a repeated attempt replaces its own. Their ids by container scan. */
export async function savePartitionScans(
  transaction: Queryable,
  scans: readonly SavedPartition[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; container_scan_id: number }>`
    insert into partition_scans (container_scan_id, partition_id, partition_name, start_time, end_time, records_processed,
                                 anomaly_count, result, message, totals, highest)
    select scan.container_scan_id, partitions.id, scan.partition_name, coalesce(scan.start_time, clock_timestamp()),
           clock_timestamp(), scan.records_processed, scan.anomaly_count, scan.result, scan.message, scan.totals::jsonb, scan.highest
    from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb)
      as scan (container_scan_id bigint, partition_name text, start_time timestamptz, records_processed bigint,
               anomaly_count bigint, result text, message text, totals text, highest text)
    join operation_containers on operation_containers.id = scan.container_scan_id
    left join partitions
      on partitions.container_id = operation_containers.container_id and partitions.name = scan.partition_name
    on conflict (container_scan_id, partition_name) do update
    set start_time = excluded.start_time, end_time = excluded.end_time, records_processed = excluded.records_processed,
        anomaly_count = excluded.anomaly_count, result = excluded.result, message = excluded.message,
        totals = excluded.totals, highest = excluded.highest
    returning id, container_scan_id`.execute(transaction)
  return new Map(rows.map(({ id, container_scan_id }) => [container_scan_id, id]))
}

/** The same for one; its id. */
export async function savePartitionScan(transaction: Queryable, scan: SavedPartition): Promise<number> {
  const id = (await savePartitionScans(transaction, [scan])).get(scan.container_scan_id)
  if (id === undefined) throw new Aborted('This container scan was deleted.')
  return id
}

/** Writes how many anomalies were found in a partition, by the id of its scan: its name may have been masked meanwhile. */
export async function countPartitionAnomalies(
  transaction: Queryable,
  partitionScanId: number,
  anomaly_count: number,
): Promise<void> {
  await transaction
    .updateTable('partition_scans')
    .set({ anomaly_count })
    .where('id', '=', partitionScanId)
    .execute()
}

/** The verdict on one check, as stored. */
export interface SavedOutcome {
  container_scan_id: number
  /** Null for a verdict over the container. */
  partition_scan_id: number | null
  quality_check_id: number
  assertion_result: AssertionResult
  assertion_details: string | null
  asserted_records: number | null
  anomalous_records: number | null
  /** Distinct anomalies that this check produced. */
  anomaly_count: number
  is_rolled_up: boolean
}

/**
 * The verdict of several rows of check_results on one check as one: failed anywhere is failed, not evaluated anywhere is
 * unasserted, and partitions without rows only count when there is nothing else.
 */
export const foldedVerdict = sql<AssertionResult>`
  case when bool_or(check_results.assertion_result = 'failed') then 'failed'
       when bool_or(check_results.asserted_records is null) then 'unasserted'
       when bool_or(check_results.assertion_result = 'passed') then 'passed' else 'unasserted' end`

/** Stores verdicts; a repeated attempt replaces its own, and checks deleted meanwhile are left out. */
export async function saveOutcomes(transaction: Queryable, outcomes: readonly SavedOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    insert into check_results (container_scan_id, partition_scan_id, quality_check_id, assertion_result, assertion_details,
                               asserted_records, anomalous_records, anomaly_count, is_rolled_up)
    select outcome.*
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as outcome (container_scan_id bigint, partition_scan_id bigint, quality_check_id bigint, assertion_result text,
                  assertion_details text, asserted_records bigint, anomalous_records bigint, anomaly_count bigint,
                  is_rolled_up boolean)
    join quality_checks on quality_checks.id = outcome.quality_check_id
    on conflict (container_scan_id, coalesce(partition_scan_id, 0), quality_check_id) do update
    set assertion_result = excluded.assertion_result, assertion_details = excluded.assertion_details,
        asserted_records = excluded.asserted_records, anomalous_records = excluded.anomalous_records,
        anomaly_count = excluded.anomaly_count, is_rolled_up = excluded.is_rolled_up`.execute(transaction)
}

/** Checks whose failing rows the container scan has rolled up so far, in any of its partitions. */
export async function rolledUpChecks(transaction: Queryable, containerScanId: number): Promise<number[]> {
  const rows = await transaction
    .selectFrom('check_results')
    .select('quality_check_id')
    .distinct()
    .where('container_scan_id', '=', containerScanId)
    .where('is_rolled_up', '=', true)
    .execute()
  return rows.map(({ quality_check_id }) => quality_check_id)
}

/** Names of the containers whose scan ended well with a remark: they have no checks, and could not be read. */
export async function passedOver(database: Queryable, operationId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select('containers.name')
    .where('operation_id', '=', operationId)
    .where('result', '=', 'success')
    .where('message', 'is not', null)
    .orderBy('containers.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** A check that a container scan is to judge. */
export interface DueVerdict {
  container_scan_id: number
  quality_check_id: number
}

/** Those checks that are still there and of which their container scan says nothing at all, not even that they could not be evaluated. */
export async function missingVerdicts(
  database: Queryable,
  due: readonly DueVerdict[],
): Promise<DueVerdict[]> {
  const { rows } = await sql<DueVerdict>`
    select due.container_scan_id, due.quality_check_id
    from unnest(${due.map((one) => one.container_scan_id)}::bigint[], ${due.map((one) => one.quality_check_id)}::bigint[])
      as due (container_scan_id, quality_check_id)
    join quality_checks on quality_checks.id = due.quality_check_id
    where not exists (select from check_results
                      where check_results.container_scan_id = due.container_scan_id
                        and check_results.quality_check_id = due.quality_check_id)
    order by due.quality_check_id`.execute(database)
  return rows
}

/** Marks the evaluated checks of container scans with when they were asserted and whether they hold over the whole container. */
export async function markAsserted(
  transaction: Queryable,
  containerScanIds: readonly number[],
): Promise<void> {
  await sql`
    update quality_checks set last_asserted = now(), is_passing = verdict.is_passing
    from (
      select quality_check_id, bool_and(assertion_result <> 'failed') as is_passing
      from check_results where container_scan_id = any(${containerScanIds}::bigint[]) and asserted_records is not null
      group by quality_check_id
    ) as verdict
    where quality_checks.id = verdict.quality_check_id`.execute(transaction)
}

/** Checks of an operation that have no verdict in at least one place; a check that merely had no rows is not among them. */
export async function unassertedChecks(
  database: Queryable,
  operationId: number,
): Promise<{ id: number; container: string; details: string }[]> {
  const { rows } = await sql<{ id: number; container: string; details: string }>`
    select check_results.quality_check_id as id, containers.name as container, min(check_results.assertion_details) as details
    from check_results
    join operation_containers on operation_containers.id = check_results.container_scan_id
    join containers on containers.id = operation_containers.container_id
    where operation_containers.operation_id = ${operationId}
      and check_results.assertion_result = 'unasserted' and check_results.asserted_records is null
    group by check_results.quality_check_id, containers.name
    order by check_results.quality_check_id`.execute(database)
  return rows
}

/** The number of anomalies that the run found in the container and that are open now, or archived. */
export const foundIn = (state: 'open' | 'archived') => sql<number>`(
  select count(*) from anomaly_detections join anomalies on anomalies.id = anomaly_detections.anomaly_id
  where anomaly_detections.container_scan_id = operation_containers.id
    and (anomalies.status in ('Active', 'Acknowledged')) = ${state === 'open'})`
