import { sql } from 'kysely'
import type { AnomalyStatus } from '../../model/anomaly.ts'
import type { OperationResult, OperationType } from '../../model/operation.ts'
import type { EventType } from '../../model/flow.ts'
import type { OpenTransaction, Queryable } from '../pool.ts'

/** Something that happened. `path` are the flows that led to it; `operation_result` is how its run had ended, null where that is not what happened. */
export interface FlowEvent {
  id: number
  trigger_type: EventType
  operation_id: number | null
  operation_result: OperationResult | null
  container_scan_id: number | null
  anomaly_id: number | null
  status_change_id: number | null
  path: number[]
  created: string
}

/**
 * Takes the oldest events out of line; null when another process is at it. They are gone when the transaction commits: one
 * transaction at a time, so that what follows from two events about one thing comes in their order.
 */
export async function takeEvents(transaction: Queryable, most: number): Promise<FlowEvent[] | null> {
  const { rows: locks } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('flow events', 0)) as is_mine`.execute(transaction)
  if (locks[0]?.is_mine !== true) return null
  const { rows } = await sql<FlowEvent>`
    with taken as (
      delete from flow_events where id in (select id from flow_events order by id limit ${most})
      returning id, trigger_type, operation_id, operation_result, container_scan_id, anomaly_id, status_change_id,
        to_jsonb(path) as path, created)
    select * from taken order by id`.execute(transaction)
  return rows
}

/** The datastores that events are about; null among them where one is about none, or what it is about was deleted. */
export async function datastoresOfEvents(
  database: Queryable,
  events: readonly FlowEvent[],
): Promise<(number | null)[]> {
  const ids = (member: 'operation_id' | 'container_scan_id' | 'anomaly_id') =>
    events.map((event) => event[member])
  const { rows } = await sql<{ datastore_id: number | null }>`
    select distinct coalesce(anomalies.datastore_id, scans.datastore_id, operations.datastore_id) as datastore_id
    from unnest(${ids('operation_id')}::bigint[], ${ids('container_scan_id')}::bigint[], ${ids('anomaly_id')}::bigint[])
      as events (operation_id, container_scan_id, anomaly_id)
    left join operations on operations.id = events.operation_id
    left join operation_containers as scans on scans.id = events.container_scan_id
    left join anomalies on anomalies.id = events.anomaly_id`.execute(database)
  return rows.map(({ datastore_id }) => datastore_id)
}

/** What filters ask of a run that has ended; `tags` are those of its datastore. */
export interface EndedRun {
  type: OperationType
  result: OperationResult
  datastore_id: number | null
  tags: string[]
}

/** Undefined when the run was deleted. */
export async function endedRun(database: Queryable, operationId: number): Promise<EndedRun | undefined> {
  const { rows } = await sql<EndedRun>`
    select type, result, datastore_id, array(
      select global_tags.name from tag_links join global_tags on global_tags.id = tag_links.tag_id
      where tag_links.datastore_id = operations.datastore_id) as tags
    from operations where id = ${operationId}`.execute(database)
  return rows[0]
}

/** What filters ask of a container scan; `tags` are those of the container and of its datastore. */
export interface EndedScan {
  datastore_id: number
  rule_types: string[]
  tags: string[]
}

/** Undefined when it was deleted with its container. */
export async function endedScan(database: Queryable, scanId: number): Promise<EndedScan | undefined> {
  const { rows } = await sql<EndedScan>`
    select datastore_id, array(
      select distinct quality_checks.rule_type from anomaly_detections as found
      join anomaly_failed_checks as failed on failed.anomaly_id = found.anomaly_id
      join quality_checks on quality_checks.id = failed.quality_check_id
      where found.container_scan_id = scans.id) as rule_types,
    array(
      select global_tags.name from tag_links join global_tags on global_tags.id = tag_links.tag_id
      where tag_links.container_id = scans.container_id or tag_links.datastore_id = scans.datastore_id) as tags
    from operation_containers as scans where id = ${scanId}`.execute(database)
  return rows[0]
}

/** What filters ask of a change of an anomaly's status. */
export interface ChangedAnomaly {
  datastore_id: number
  to_status: AnomalyStatus
  tags: string[]
}

/** Undefined when the anomaly was deleted. */
export async function changedAnomaly(
  database: Queryable,
  statusChangeId: number,
): Promise<ChangedAnomaly | undefined> {
  const { rows } = await sql<ChangedAnomaly>`
    select anomalies.datastore_id, changes.to_status, array(
      select global_tags.name from tag_links join global_tags on global_tags.id = tag_links.tag_id
      where tag_links.anomaly_id = anomalies.id) as tags
    from anomaly_status_changes as changes join anomalies on anomalies.id = changes.anomaly_id
    where changes.id = ${statusChangeId}`.execute(database)
  return rows[0]
}

/** Which of the anomalies that a container scan found first a flow wants to know of. */
export interface FoundFilter {
  flow_id: number
  tags: readonly string[]
  rule_types: readonly string[]
  weight: number | null
}

/**
 * The anomalies that the container scan was the first to find, the heaviest first, without those that the flow was told of: a
 * container scan that is resumed ends twice.
 */
export async function foundAnomalies(
  database: Queryable,
  scanId: number,
  { flow_id, tags, rule_types, weight }: FoundFilter,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select anomalies.id from operation_containers as scans
    join anomaly_detections as found on found.container_scan_id = scans.id
    join anomalies on anomalies.id = found.anomaly_id
    where scans.id = ${scanId} and anomalies.created >= scans.start_time
      and not exists (select from flow_executions as told where told.flow_id = ${flow_id}
                      and told.container_scan_id = scans.id and anomalies.id = any(told.anomaly_ids))
      and (${weight}::int is null or anomalies.weight >= ${weight}::int)
      and (cardinality(${rule_types}::text[]) = 0 or exists (
        select from anomaly_failed_checks as failed join quality_checks on quality_checks.id = failed.quality_check_id
        where failed.anomaly_id = anomalies.id and quality_checks.rule_type = any(${rule_types}::text[])))
      and not exists (
        select from unnest(${tags}::text[]) as wanted (name) where not exists (
          select from tag_links join global_tags on global_tags.id = tag_links.tag_id
          where tag_links.anomaly_id = anomalies.id and global_tags.name = wanted.name))
    order by anomalies.weight desc, anomalies.id`.execute(database)
  return rows.map(({ id }) => id)
}

/** The anomalies that a container scan found, new or not; the first ones by id, at most so many. */
export async function detectedAnomalies(
  database: Queryable,
  scanId: number,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select anomaly_id as id from anomaly_detections where container_scan_id = ${scanId}
    order by anomaly_id limit ${most}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Whether the flow was told of the container scan with all of these anomalies: one that is resumed ends twice. */
export async function wasTold(
  database: Queryable,
  flowId: number,
  scanId: number,
  anomalyIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    select from flow_executions
    where flow_id = ${flowId} and container_scan_id = ${scanId} and event_id is not null
      and anomaly_ids @> ${anomalyIds}::bigint[] limit 1`.execute(database)
  return rows.length > 0
}

/** Until the transaction ends, what changes carries these flows, and sets none of them off. */
export async function carryPath(transaction: OpenTransaction, path: readonly number[]): Promise<void> {
  await sql`select set_config('assay.flow_path', ${`{${path.join()}}`}, true)`.execute(transaction)
}
