import { sql, type Insertable } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import type { OperationType, ScanResult } from '../model/operation.ts'
import { addToStatus } from './operations.ts'
import { containing, fetchPage, isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'
import { foundIn, messageOrRemark } from './scans.ts'
import type { Database } from './schema.ts'

/** The containers of a datastore that a run is about; empty lists mean all. Tags win over names. */
export interface ContainerSelection {
  datastore_id: number
  container_names: readonly string[]
  container_tags: readonly string[]
}

/** Of a row of `containers`, whether it is selected. */
const isSelected = ({ datastore_id, container_names, container_tags }: ContainerSelection) => sql<boolean>`
  datastore_id = ${datastore_id}
  and (${container_tags.length > 0} or ${container_names.length === 0} or name = any(${container_names}::text[]))
  and (${container_tags.length === 0} or exists (
    select from tag_links join global_tags on global_tags.id = tag_links.tag_id
    where tag_links.container_id = containers.id and global_tags.name = any(${container_tags}::text[])))`

/** The ids of the containers that a run over them would have now. */
export async function selectedIds(database: Queryable, selection: ContainerSelection): Promise<number[]> {
  const rows = await database.selectFrom('containers').select('id').where(isSelected(selection)).execute()
  return rows.map(({ id }) => id)
}

/**
 * Writes one row per planned container, `queued`, and returns their ids in the order of the containers' names; a second call adds
 * nothing. Held from when they are selected: one that is being deleted is waited for and left out.
 */
export async function planContainers(
  transaction: Queryable,
  operation: { id: number; type: OperationType },
  selection: ContainerSelection,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into operation_containers (operation_id, kind, datastore_id, container_id)
    select ${operation.id}, ${operation.type}, datastore_id, id
    from containers
    where ${isSelected(selection)}
    order by name
    for key share of containers
    on conflict (operation_id, container_id) do nothing
    returning id`.execute(transaction)
  return rows.map((row) => row.id)
}

/**
 * Puts the unfinished containers of a run that is resumed back in line, and forgets the partitions that failed. A
 * container that its schema stopped has a unit that is done; it is judged anew. A scan of which nothing is done begins when it is
 * begun again, with the checks of then.
 */
export async function reopenContainers(transaction: Queryable, operationId: number): Promise<void> {
  await sql`
    update units set state = 'failed'
    from operation_containers
    where units.operation_id = ${operationId} and units.kind = 'container' and units.state = 'done'
      and operation_containers.id = units.container_scan_id and operation_containers.result = 'failure'
      and not exists (select from units as parts where parts.container_scan_id = units.container_scan_id and parts.kind = 'partition')`.execute(
    transaction,
  )
  await sql`
    with failed as (
      delete from partition_scans using operation_containers as scans
      where scans.operation_id = ${operationId} and partition_scans.container_scan_id = scans.id and partition_scans.result = 'failure'
      returning partition_scans.id, partition_scans.container_scan_id
    )
    delete from check_results using failed
    where check_results.container_scan_id = failed.container_scan_id and check_results.partition_scan_id = failed.id`.execute(
    transaction,
  )
  await forgetBegun(transaction, operationId)
  await transaction
    .updateTable('operation_containers')
    .set({ result: 'queued', end_time: null, message: null })
    .where('operation_id', '=', operationId)
    .where('result', 'in', ['aborted', 'failure'])
    .execute()
}

/** Forgets the begin of unfinished container scans no part of which was read: when it was, by which checks, and what their schema said. */
async function forgetBegun(transaction: Queryable, operationId: number): Promise<void> {
  const { rows } = await sql<{ found: number }>`
    with begun as materialized (
      select scans.id from operation_containers as scans
      where scans.operation_id = ${operationId} and scans.kind = 'scan' and scans.result in ('aborted', 'failure')
        and not exists (select from partition_scans where partition_scans.container_scan_id = scans.id)
        and not exists (select from units where units.container_scan_id = scans.id and units.kind <> 'container')
    ), verdicts as (
      delete from check_results using begun where check_results.container_scan_id = begun.id
    ), found as (
      delete from anomaly_detections using begun where anomaly_detections.container_scan_id = begun.id returning anomaly_id
    ), forgotten as (
      update operation_containers as scans
      set start_time = null, check_versions = null, observed_fields = null, remark = null, statements = null, anomaly_count = 0
      from begun where scans.id = begun.id
    )
    select count(*) as found from found`.execute(transaction)
  const found = rows[0]?.found ?? 0
  if (found > 0) await addToStatus(transaction, operationId, { anomalies_identified: -found })
}

/** Marks the containers that an aborted run leaves unfinished. */
export async function abortContainers(transaction: Queryable, operationId: number): Promise<void> {
  await transaction
    .updateTable('operation_containers')
    .set({ result: 'aborted', end_time: sql<string>`clock_timestamp()` })
    .where('operation_id', '=', operationId)
    .where('result', 'in', ['queued', 'running'])
    .execute()
}

/** Writes a container of a run that has ended, as of now. */
export async function saveEndedContainer(
  transaction: Queryable,
  container: Omit<Insertable<Database['operation_containers']>, 'end_time'>,
): Promise<void> {
  await transaction
    .insertInto('operation_containers')
    .values({ ...container, end_time: sql<string>`clock_timestamp()` })
    .execute()
}

/** The containers of a run with how each ended, by name; a result of null or `queued` is one that did not. */
export async function endedContainers(database: Queryable, operationId: number) {
  return database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['containers.name', 'operation_containers.result', 'operation_containers.message'])
    .where('operation_id', '=', operationId)
    .orderBy('containers.name')
    .execute()
}

/** Whether the container of a run is still there: its row goes with it when it is deleted. */
export async function isInRun(database: Queryable, operationContainerId: number): Promise<boolean> {
  const row = await database
    .selectFrom('operation_containers')
    .select('id')
    .where('id', '=', operationContainerId)
    .executeTakeFirst()
  return row !== undefined
}

/** How many containers a run was planned over, also those that were deleted since. */
export async function plannedCount(database: Queryable, operationId: number): Promise<number> {
  const row = await database
    .selectFrom('operations')
    .select(sql<number>`coalesce((status ->> 'total_containers')::int, 0)`.as('planned'))
    .where('id', '=', operationId)
    .executeTakeFirst()
  return row?.planned ?? 0
}

/** Which containers of a run are listed. */
export interface RunContainerFilter extends PageRequest {
  /** A part of the name. */
  search?: string | undefined
  /** Any of these ids of containers. */
  container?: number[] | undefined
  /** Any of these results. */
  result?: ScanResult[] | undefined
}

/** One page of what a run did in each container, by the containers' names. */
export async function listRunContainers(
  database: Queryable,
  operationId: number,
  { search, container, result, ...request }: RunContainerFilter,
) {
  let query = database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['operation_containers.id', 'operation_id', 'operation_containers.created'])
    .select(['start_time', 'end_time', 'records_processed', 'anomaly_count'])
    .select([foundIn('open').as('open_anomaly_count'), foundIn('archived').as('archived_anomaly_count')])
    .select(['result', messageOrRemark, 'container_id', 'containers.name', 'container_type', 'table_type'])
    .where('operation_id', '=', operationId)
    .orderBy('containers.name')
    .orderBy('operation_containers.id')
  if (search) query = query.where('containers.name', 'ilike', containing(search))
  if (container) query = query.where(isAmong('container_id', container))
  if (result) query = query.where('result', 'in', result)
  return fetchPage(query, request)
}

/** The first container of a run, by name, that nobody has begun, other than this one; undefined when there is none. */
export async function nextQueued(
  transaction: Queryable,
  operationId: number,
  exceptId: number,
): Promise<number | undefined> {
  const next = await transaction
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select('operation_containers.id')
    .where('operation_id', '=', operationId)
    .where('operation_containers.id', '<>', exceptId)
    .where('result', '=', 'queued')
    .orderBy('containers.name')
    .limit(1)
    .executeTakeFirst()
  return next?.id
}
