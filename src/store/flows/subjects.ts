import { sql } from 'kysely'
import type { TriggerType } from '../../model/flow.ts'
import type { OperationResult } from '../../model/operation.ts'
import type { Queryable } from '../pool.ts'

/** The texts that tokens stand for; null where there is none, as after something was deleted. Messages of anomalies hide masked values. */
export interface TokenFacts {
  datastore_id: number | null
  datastore_name: string | null
  container_id: number | null
  container_name: string | null
  scan_target_name: string | null
  anomaly_id: number | null
  anomaly_type: string | null
  anomaly_status: string | null
  anomaly_message: string | null
  check_description: string | null
  operation_id: number | null
  operation_type: string | null
  operation_result: string | null
  operation_message: string | null
}

/** What a message may be about. */
export interface Subject {
  datastore_id: number | null
  operation_id: number | null
  /** How the run had ended when that happened; null: as it is now. */
  operation_result: OperationResult | null
  container_scan_id: number | null
  status_change_id: number | null
  /** The first one is the one that is told of. */
  anomaly_ids: readonly number[]
}

/** What can be said of it now. */
export async function factsOf(database: Queryable, subject: Subject): Promise<TokenFacts> {
  const { datastore_id, operation_id, operation_result, container_scan_id, status_change_id, anomaly_ids } =
    subject
  const { rows } = await sql<TokenFacts>`
    select datastores.id as datastore_id, datastores.name as datastore_name,
      containers.id as container_id, containers.name as container_name,
      coalesce(parts.partition_name, containers.name) as scan_target_name,
      anomalies.id as anomaly_id, anomalies.type as anomaly_type, anomalies.message as anomaly_message,
      coalesce((select to_status from anomaly_status_changes where id = ${status_change_id}), anomalies.status) as anomaly_status,
      (select string_agg(distinct quality_checks.description, '; ') from anomaly_failed_checks as failed
       join quality_checks on quality_checks.id = failed.quality_check_id
       where failed.anomaly_id = anomalies.id) as check_description,
      operations.id as operation_id, operations.type as operation_type,
      coalesce(${operation_result}, operations.result) as operation_result,
      case when operations.result = coalesce(${operation_result}, operations.result) then operations.message end as operation_message
    from (select 1) as one
    left join anomalies on anomalies.id = ${anomaly_ids[0] ?? null}
    left join operation_containers as scans on scans.id = ${container_scan_id}
    left join partition_scans as parts on parts.id = anomalies.partition_scan_id
    left join containers on containers.id = coalesce(anomalies.container_id, scans.container_id)
    left join operations on operations.id = ${operation_id}
    left join datastores on datastores.id = coalesce(${datastore_id}::bigint, containers.datastore_id, operations.datastore_id)`.execute(
    database,
  )
  const [facts] = rows
  if (!facts) throw new Error('The database gave no row for a subject.')
  return facts
}

/** The newest thing that would set off a flow of this trigger, in these datastores (null: in any); null when nothing has happened yet. */
export async function newestSubject(
  database: Queryable,
  trigger: TriggerType,
  visible: readonly number[] | null,
): Promise<Subject | null> {
  const nothing = sql`null::bigint as operation_id, null::text as operation_result, null::bigint as container_scan_id, null::bigint as status_change_id`
  const seen = sql<boolean>`(${visible}::bigint[] is null or datastore_id = any(${visible}::bigint[]))`
  const queries = {
    operation: sql<Subject>`select datastore_id, id as operation_id, null::text as operation_result, null::bigint as container_scan_id,
      null::bigint as status_change_id, '[]'::jsonb as anomaly_ids
      from operations where end_time is not null and datastore_id is not null and ${seen} order by id desc limit 1`,
    anomaly: sql<Subject>`select datastore_id, ${nothing}, jsonb_build_array(id) as anomaly_ids
      from anomalies where ${seen} order by id desc limit 1`,
    partition_scan: sql<Subject>`select datastore_id, operation_id, null::text as operation_result, id as container_scan_id,
      null::bigint as status_change_id,
      (select jsonb_agg(anomaly_id order by anomaly_id) from anomaly_detections where container_scan_id = scans.id) as anomaly_ids
      from operation_containers as scans
      where anomaly_count > 0 and end_time is not null and ${seen}
        and exists (select from anomaly_detections where container_scan_id = scans.id) order by id desc limit 1`,
    anomaly_status: sql<Subject>`select datastore_id, null::bigint as operation_id, null::text as operation_result, null::bigint as container_scan_id,
      changes.id as status_change_id, jsonb_build_array(anomalies.id) as anomaly_ids
      from anomaly_status_changes as changes join anomalies on anomalies.id = changes.anomaly_id
      where ${seen} and changes.from_status <> changes.to_status order by changes.id desc limit 1`,
  }
  if (trigger === 'schedule' || trigger === 'manual') return null
  const { rows } = await queries[trigger].execute(database)
  return rows[0] ?? null
}
