import { sql } from 'kysely'
import type { Queryable } from './pool.ts'
import { isOpenAnomaly } from './open-anomalies.ts'

/**
 * True for an open anomaly of the container of `scans` that neither that scan nor a later one has found: what a later one found is not
 * gone, however long this run was interrupted, or another took that began after it. First by itself, as most are found again.
 */
const isUnfound = sql<boolean>`${isOpenAnomaly} and not anomalies.is_of_given_rows
  and not exists (select from anomaly_detections as found
                  where found.anomaly_id = anomalies.id and found.container_scan_id = scans.id)
  and not exists (select from anomaly_detections as found
                  join operation_containers as later on later.id = found.container_scan_id and later.start_time > scans.start_time
                  where found.anomaly_id = anomalies.id)`

/**
 * The containers that the operation read of which anomalies are to be absorbed or resolved, in the order of their ids. At most `most`
 * (default: all).
 */
export async function containersWithUnfound(
  database: Queryable,
  operationId: number,
  most: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ container_id: number }>`
    select scans.container_id from operation_containers as scans
    where scans.operation_id = ${operationId} and scans.result = 'success'
      and exists (select from anomalies where anomalies.container_id = scans.container_id and ${isUnfound})
    order by scans.container_id
    limit ${most}`.execute(database)
  return rows.map(({ container_id }) => container_id)
}

/** The container scans of the operation that ended well, in these containers. */
const endedScans = (operationId: number, containerIds: readonly number[]) => sql`
  select scans.id, scans.container_id, scans.start_time from operation_containers as scans
  where scans.operation_id = ${operationId} and scans.result = 'success' and scans.container_id = any(${containerIds}::bigint[])`

/** The anomalies that the operation has resolved so far. */
export async function countResolved(database: Queryable, operationId: number): Promise<number> {
  const { resolved } = await database
    .selectFrom('operation_containers')
    .select(({ fn }) => fn.sum<string | null>('auto_resolved_anomaly_count').as('resolved'))
    .where('operation_id', '=', operationId)
    .executeTakeFirstOrThrow()
  return Number(resolved ?? 0)
}

/**
 * Notes which open record anomalies of these containers of the operation were not found again because a check of theirs is rolled
 * up: the row may still fail, and the shape anomaly stands for it. In a file it counts what became of the file that the row
 * was found in; rows of a table may move from one range of it to another. For scans that read every row.
 */
export async function absorbRolledUp(
  transaction: Queryable,
  operationId: number,
  containerIds: readonly number[],
): Promise<void> {
  await sql`
    with scans as materialized (${endedScans(operationId, containerIds)}), unfound as materialized (
      select anomalies.id, scans.id as container_scan_id, containers.container_type = 'file' as is_file, parts.partition_name
      from scans
      join containers on containers.id = scans.container_id
      join anomalies on anomalies.container_id = scans.container_id
      left join partition_scans as parts on parts.id = anomalies.partition_scan_id
      where anomalies.type = 'record' and ${isUnfound}
    ), failed as (
      select unfound.*, failed.quality_check_id from unfound join anomaly_failed_checks as failed on failed.anomaly_id = unfound.id
      union
      select unfound.*, absorbed.quality_check_id from unfound join anomaly_absorbed_checks as absorbed on absorbed.anomaly_id = unfound.id
    ), standing as materialized (
      select distinct failed.id, failed.quality_check_id
      from failed
      join check_results on check_results.container_scan_id = failed.container_scan_id
        and check_results.quality_check_id = failed.quality_check_id and check_results.is_rolled_up
      left join partition_scans as rolled on rolled.id = check_results.partition_scan_id
      where not failed.is_file or rolled.id is null or failed.partition_name is null or rolled.partition_name = failed.partition_name
        or not exists (select from partition_scans as again where again.container_scan_id = failed.container_scan_id
                       and again.partition_name = failed.partition_name)
    ), listed as (
      delete from anomaly_absorbed_checks as absorbed using unfound
      where absorbed.anomaly_id = unfound.id
        and (absorbed.anomaly_id, absorbed.quality_check_id) not in (select id, quality_check_id from standing)
        and exists (select from check_results where check_results.container_scan_id = unfound.container_scan_id
                    and check_results.quality_check_id = absorbed.quality_check_id)
        and not exists (select from check_results where check_results.container_scan_id = unfound.container_scan_id
                        and check_results.quality_check_id = absorbed.quality_check_id and check_results.asserted_records is null)
    )
    insert into anomaly_absorbed_checks (anomaly_id, quality_check_id)
    select standing.id, standing.quality_check_id from standing join anomalies on anomalies.id = standing.id
    order by anomalies.identity, anomalies.id
    on conflict do nothing`.execute(transaction)
}

/**
 * Resolves open anomalies of these containers of the operation that it did not find again although it evaluated every check
 * they failed, and none of those is rolled up; notes it in their history and counts them per container.
 */
export async function resolvePassedAnomalies(
  transaction: Queryable,
  operationId: number,
  containerIds: readonly number[],
): Promise<void> {
  await sql`
    with scans as materialized (${endedScans(operationId, containerIds)}), evaluated as (
      select scans.container_id, check_results.quality_check_id
      from scans join check_results on check_results.container_scan_id = scans.id
      group by scans.container_id, check_results.quality_check_id
      having bool_and(check_results.asserted_records is not null)
    ), passed as materialized (
      select anomalies.id, anomalies.status, scans.id as container_scan_id
      from scans join anomalies on anomalies.container_id = scans.container_id
      where ${isUnfound}
        and not exists (select from anomaly_absorbed_checks where anomaly_absorbed_checks.anomaly_id = anomalies.id)
        and exists (select from anomaly_failed_checks where anomaly_failed_checks.anomaly_id = anomalies.id)
        and not exists (
          select from anomaly_failed_checks
          where anomaly_failed_checks.anomaly_id = anomalies.id
            and (anomalies.container_id, anomaly_failed_checks.quality_check_id) not in (select container_id, quality_check_id from evaluated))
      order by anomalies.identity, anomalies.id
      for update of anomalies
    ), resolved as (
      update anomalies set status = 'Resolved', archived_at = now(), is_new = false
      from passed where anomalies.id = passed.id
      returning anomalies.id, passed.status, passed.container_scan_id
    ), remembered as (
      insert into anomaly_status_changes (anomaly_id, from_status, to_status, operation_id, container_scan_id)
      select id, status, 'Resolved', ${operationId}, container_scan_id from resolved
    ), counted as (
      update operation_containers set auto_resolved_anomaly_count = auto_resolved_anomaly_count + per_scan.resolved
      from (select container_scan_id, count(*) as resolved from resolved group by container_scan_id) as per_scan
      where operation_containers.id = per_scan.container_scan_id
    )
    select from resolved limit 0`.execute(transaction)
}
