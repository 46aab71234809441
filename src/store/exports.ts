import { sql } from 'kysely'
import type { AnomalyStatus, AnomalyType } from '../model/anomaly.ts'
import type { Queryable } from './pool.ts'

/** Rows read at once for an export. */
export const exportedAtOnce = 1000

/** An anomaly as exports show it; the tags are by name. */
export interface ExportedAnomaly {
  id: number
  created: string
  uuid: string
  type: AnomalyType
  status: AnomalyStatus
  tags: string[]
}

/** The anomalies of a container with these statuses whose ids are above `after`, the oldest first; at most `exportedAtOnce`. */
export async function exportedAnomalies(
  database: Queryable,
  containerId: number,
  statuses: readonly AnomalyStatus[],
  after: number,
): Promise<ExportedAnomaly[]> {
  const { rows } = await sql<ExportedAnomaly>`
    select id, created, uuid, type, status, array(
      select global_tags.name from tag_links join global_tags on global_tags.id = tag_links.tag_id
      where tag_links.anomaly_id = anomalies.id order by global_tags.name) as tags
    from anomalies
    where container_id = ${containerId} and status = any(${statuses}::text[]) and id > ${after}
    order by id limit ${exportedAtOnce}`.execute(database)
  return rows
}

/** The containers of a run, by their names. */
export async function plannedContainers(database: Queryable, operationId: number) {
  return database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['operation_containers.id', 'container_id', 'containers.name'])
    .where('operation_id', '=', operationId)
    .orderBy('containers.name')
    .execute()
}

/** How the containers of a run ended: their number, and how many did well. */
export async function countEnded(
  database: Queryable,
  operationId: number,
): Promise<{ all: number; well: number }> {
  const { rows } = await sql<{ all: number; well: number }>`
    select count(*) as all, count(*) filter (where result = 'success') as well
    from operation_containers where operation_id = ${operationId}`.execute(database)
  const [{ all, well } = { all: 0, well: 0 }] = rows
  return { all: Number(all), well: Number(well) }
}

/** The end of one container of a run. */
export interface EndedExport {
  id: number
  records: number
  message: string | null
}

/** Ends containers of a run, each as a failure where it has a message, as of now. */
export async function endExports(transaction: Queryable, ends: readonly EndedExport[]): Promise<void> {
  await sql`
    update operation_containers as scans
    set result = case when ended.message is null then 'success' else 'failure' end, message = ended.message,
        records_processed = ended.records, start_time = coalesce(start_time, clock_timestamp()), end_time = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as ended (id bigint, records bigint, message text)
    where scans.id = ended.id`.execute(transaction)
}

/** Ends all containers of a run that have not ended as failures, for the reason why nothing was written. */
export async function failExports(
  transaction: Queryable,
  operationId: number,
  message: string,
): Promise<void> {
  await sql`
    update operation_containers set result = 'failure', message = ${message}, end_time = clock_timestamp()
    where operation_id = ${operationId} and result in ('queued', 'running')`.execute(transaction)
}
