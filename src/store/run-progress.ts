import { sql, type RawBuilder } from 'kysely'
import type {
  AbortedWork,
  ContainerProgress,
  PartitionCounts,
  PartitionProgress,
} from '../model/run-progress.ts'
import type { Queryable } from './pool.ts'

/** Partitions of a container that are listed; all are counted. */
const mostListed = 1000

/** Of a cancelled unit: its worker has not said that it left the source. */
const isUnheard = sql`units.worker is not null and units.left_at is null`

/**
 * The work on containers of a run as `parts`: `name` is null for work that is about no partition. A partition that was read in
 * its container's own unit, or not read again, has only its scan; one of a profile only its unit.
 */
const partsOf = (containerScans: RawBuilder<unknown>) => sql`(
  select coalesce(scans.container_scan_id, work.container_scan_id) as container_scan_id,
    coalesce(scans.partition_name, work.name) as name, scans.start_time, scans.end_time, scans.records_processed,
    case scans.result when 'success' then 'done' when 'failure' then 'failed' else work.state end as state
  from (
    select container_scan_id, case kind when 'partition' then subject ->> 'partition' end as name,
      case when state <> 'cancelled' then state when ${isUnheard} then 'stopping' else 'stopped' end as state
    from units where container_scan_id in (${containerScans})
  ) as work
  full join (
    select container_scan_id, partition_name, start_time, end_time, records_processed, result
    from partition_scans where container_scan_id in (${containerScans})
  ) as scans on scans.container_scan_id = work.container_scan_id and scans.partition_name = work.name
) as parts`

const countIn = (state: Exclude<keyof PartitionCounts, 'total'>) =>
  sql`count(*) filter (where parts.name is not null and parts.state = ${sql.lit(state)})`

const counts = sql`jsonb_build_object('total', count(parts.name), 'waiting', ${countIn('waiting')},
  'running', ${countIn('running')}, 'done', ${countIn('done')}, 'failed', ${countIn('failed')},
  'stopping', count(*) filter (where parts.state = 'stopping'), 'stopped', ${countIn('stopped')})`

const noPartition: PartitionCounts = {
  total: 0,
  waiting: 0,
  running: 0,
  done: 0,
  failed: 0,
  stopping: 0,
  stopped: 0,
}

/** How far each of these parts of runs is with its partitions. */
export async function countPartitions(
  database: Queryable,
  containerScanIds: readonly number[],
): Promise<(containerScanId: number) => PartitionCounts> {
  const { rows } = await sql<{ container_scan_id: number; partitions: PartitionCounts }>`
    select parts.container_scan_id, ${counts} as partitions
    from ${partsOf(sql`select unnest(${containerScanIds}::bigint[])`)} group by parts.container_scan_id`.execute(
    database,
  )
  const known = new Map(rows.map(({ container_scan_id, partitions }) => [container_scan_id, partitions]))
  return (id) => known.get(id) ?? noPartition
}

/** The partitions themselves, at most 1,000 of each by name. */
export async function listPartitions(
  database: Queryable,
  containerScanIds: readonly number[],
): Promise<Map<number, PartitionProgress[]>> {
  const { rows } = await sql<PartitionProgress & { container_scan_id: number }>`
    select container_scan_id, name, state, start_time, end_time, records_processed
    from (
      select parts.*, row_number() over (partition by container_scan_id order by name) as place
      from ${partsOf(sql`select unnest(${containerScanIds}::bigint[])`)} where parts.name is not null
    ) as placed
    where place <= ${mostListed} order by container_scan_id, name`.execute(database)
  const known = new Map<number, PartitionProgress[]>()
  for (const { container_scan_id, ...partition } of rows) {
    const listed = known.get(container_scan_id)
    if (listed) listed.push(partition)
    else known.set(container_scan_id, [partition])
  }
  return known
}

/** What changes of the containers of a run while it goes on, of all of them, in one read. */
export async function readProgress(database: Queryable, operationId: number): Promise<ContainerProgress[]> {
  const { rows } = await sql<ContainerProgress>`
    select part.id, part.start_time, part.end_time, part.records_processed, part.anomaly_count, part.result,
      coalesce(part.message, part.remark) as message, coalesce(counted.partitions, ${JSON.stringify(noPartition)}::jsonb) as partitions
    from operation_containers as part
    left join (
      select parts.container_scan_id, ${counts} as partitions
      from ${partsOf(sql`select id from operation_containers where operation_id = ${operationId}`)}
      group by parts.container_scan_id
    ) as counted on counted.container_scan_id = part.id
    where part.operation_id = ${operationId} order by part.id`.execute(database)
  return rows
}

/** What was under way when the run was aborted; null when nothing was. */
export async function readAbortedWork(database: Queryable, operationId: number): Promise<AbortedWork | null> {
  const { rows } = await sql<AbortedWork>`
    select count(*) as units, count(*) filter (where ${isUnheard} and lease_until > now()) as stopping,
      count(*) filter (where ${isUnheard} and (lease_until > now()) is not true) as silent, max(left_at) as last_stopped
    from units where operation_id = ${operationId} and state = 'cancelled' and worker is not null`.execute(
    database,
  )
  return rows[0] && rows[0].units > 0 ? rows[0] : null
}
