import { sql, type RawBuilder } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { ContainerMeasurement } from '../model/container-measurement.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'

/** What the last sync knows of the files of a container, as far as it is tracked. */
const knownFiles = sql`
  select case when containers.freshness_tracking_enabled then max(partitions.last_modified) end as last_modified,
    case when containers.volumetric_tracking_enabled then sum(partitions.size_bytes)::bigint end as size_bytes
  from partitions where partitions.container_id = containers.id`

/**
 * The rows that a run counted: of a profile those of the container, of a scan those that it read, unless it was told to read
 * some of them, or passed the container over.
 */
const countedRows = sql`
  case when not containers.volumetric_tracking_enabled then null
       when ended.kind = 'profile' then (
         select records_count from container_profiles as profiles
         where profiles.operation_container_id = ended.id and profiles.parent_profile_id is null and profiles.finished is not null)
       when ended.kind = 'scan' and ended.message is null and coalesce(operations.payload ->> 'incremental', 'false') = 'false'
         and operations.payload ->> 'max_records_analyzed_per_partition' is null
         and operations.payload ->> 'greater_than_time' is null and operations.payload ->> 'greater_than_batch' is null
         then ended.records_processed end`

/** When a run saw that the container was modified: a scan says it with its end, a profile keeps it. */
const seenModified = sql`
  case when containers.freshness_tracking_enabled then coalesce(ended.modified, (
    select last_modified from container_profiles as profiles
    where profiles.operation_container_id = ended.id and profiles.parent_profile_id is null and profiles.finished is not null)) end`

/**
 * Keeps what scans and profiles found out about containers, where these are tracked; `ended` are rows of operation_containers as they
 * ended, of which only the good count, each with the time at which the scan saw the container `modified`, null where it did not look.
 */
export const measureEnded = (ended: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into container_measurements (container_id, row_count, last_modification_time, size_bytes)
  select containers.id, counted.row_count, coalesce(seen.modified, known.last_modified), known.size_bytes
  from ${ended} as ended
  join operations on operations.id = ended.operation_id
  join containers on containers.id = ended.container_id
  cross join lateral (${knownFiles}) as known
  cross join lateral (select ${countedRows} as row_count) as counted
  cross join lateral (select ${seenModified} as modified) as seen
  where ended.kind in ('scan', 'profile') and ended.result = 'success'
    and num_nonnulls(counted.row_count, seen.modified, known.last_modified, known.size_bytes) > 0`

/** Keeps what a sync found of files, where their size or time is another one than before; databases tell neither. */
export async function measureSynced(transaction: Queryable, datastoreId: number): Promise<void> {
  await sql`
    insert into container_measurements (container_id, last_modification_time, size_bytes)
    select containers.id, known.last_modified, known.size_bytes
    from containers
    cross join lateral (${knownFiles}) as known
    left join lateral (${newestOf(sql`containers.id`)}) as newest on true
    where containers.datastore_id = ${datastoreId} and containers.status in ('available', 'changed')
      and num_nonnulls(known.last_modified, known.size_bytes) > 0
      and (known.last_modified, known.size_bytes) is distinct from (newest.last_modification_time, newest.size_bytes)`.execute(
    transaction,
  )
}

const newestOf = (container: RawBuilder<unknown>) => sql`
  select measurement_time, last_modification_time, row_count, size_bytes from container_measurements as measured
  where measured.container_id = ${container} order by measured.measurement_time desc, measured.id desc limit 1`

/** The newest measurement of each container; one without any is absent. */
export async function newestMeasurements(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, ContainerMeasurement>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ContainerMeasurement & { id: number }>`
    select things.id, newest.* from unnest(${ids}::bigint[]) as things (id)
    cross join lateral (${newestOf(sql`things.id`)}) as newest`.execute(database)
  return new Map(rows.map(({ id, ...measured }) => [id, measured]))
}

/** The measurements of a container, newest first. */
export async function listMeasurements(
  database: Queryable,
  containerId: number,
  request: PageRequest,
): Promise<Page<ContainerMeasurement>> {
  const query = database
    .selectFrom('container_measurements')
    .select(['measurement_time', 'last_modification_time', 'row_count', 'size_bytes'])
    .where('container_id', '=', containerId)
    .orderBy('measurement_time', 'desc')
    .orderBy('id', 'desc')
  return fetchPage(query, request)
}
