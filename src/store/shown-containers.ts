import { sql, type RawBuilder } from 'kysely'
import { JsonText } from '../kernel/json-text.ts'
import type { ContainerForm } from '../model/operation.ts'
import { isoInstant } from './iso-milliseconds.ts'
import type { Queryable } from './pool.ts'
import { messageOrRemark } from './scans.ts'

// A run may have many thousands of containers, and clients ask for it again and again: the database makes the text of its lists.

/** What stands for a container in a list. */
const stub = sql`(select containers.id, containers.name, container_type, table_type)`

/** A list of the rows by name, in one line, as events need it; empty without rows. */
const listOf = (row: RawBuilder<unknown>): RawBuilder<string> =>
  sql`'[' || coalesce(string_agg(row_to_json(${row})::text, ',' order by containers.name), '') || ']'`

/** The list of a run that works on no container. */
export const noContainers = new JsonText('[]')

/** The part of a run that is about each container, by its name, and those containers alone, each a list. */
export async function workedContainers(
  database: Queryable,
  operationId: number,
): Promise<{ container_scans: JsonText; containers: JsonText }> {
  const { rows } = await sql<{ scans: string; containers: string }>`
    with found as (
      select anomaly_detections.container_scan_id, count(*) filter (where status in ('Active', 'Acknowledged')) as open, count(*) as of_all
      from operation_containers
      join anomaly_detections on anomaly_detections.container_scan_id = operation_containers.id
      join anomalies on anomalies.id = anomaly_detections.anomaly_id
      where operation_id = ${operationId}
      group by 1)
    select ${listOf(sql`scan`)} as scans, ${listOf(sql`container`)} as containers
    from operation_containers
    join containers on containers.id = operation_containers.container_id
    left join found on found.container_scan_id = operation_containers.id
    cross join lateral ${stub} as container
    cross join lateral (
      select operation_containers.id, ${isoInstant('operation_containers.created')} as created, ${isoInstant('operation_containers.start_time')} as start_time,
        ${isoInstant('operation_containers.end_time')} as end_time, records_processed, anomaly_count, auto_resolved_anomaly_count, result, ${messageOrRemark},
        coalesce(found.open, 0) as open_anomaly_count, coalesce(found.of_all - found.open, 0) as archived_anomaly_count,
        container) as scan
    where operation_id = ${operationId}`.execute(database)
  const { scans = '[]', containers = '[]' } = rows[0] ?? {}
  return { container_scans: new JsonText(scans), containers: new JsonText(containers) }
}

/**
 * A relation of what lists tell of the containers of these runs: `operation_id`, `containers`, the text of a list by their names (null
 * where they are only counted), and `container_count`. A run without containers has no row.
 */
export function toldContainers(
  operationIds: readonly number[],
  form: Exclude<ContainerForm, 'none'>,
): RawBuilder<unknown> {
  const ofRuns = sql`where operation_id = any(${operationIds}::bigint[]) group by operation_id`
  if (form === 'count')
    return sql`(select operation_id, null::text as containers, count(*) as container_count from operation_containers ${ofRuns})`
  return sql`(
    select operation_id, ${listOf(sql`container`)} as containers, count(*) as container_count
    from operation_containers
    join containers on containers.id = operation_containers.container_id
    cross join lateral ${stub} as container ${ofRuns})`
}

/** The containers of one run, by their names. */
export async function containersOfRun(database: Queryable, operationId: number): Promise<JsonText> {
  const { rows } = await sql<{ containers: string }>`
    select containers from ${toldContainers([operationId], 'all')} as told`.execute(database)
  return rows[0] ? new JsonText(rows[0].containers) : noContainers
}
