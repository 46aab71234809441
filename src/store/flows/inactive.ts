import { sql } from 'kysely'
import type { AnomalyStatus } from '../../model/anomaly.ts'
import type { Queryable } from '../pool.ts'

/** Which anomalies count as inactive; empty lists of tags and nulls let everything through. */
export interface InactiveFilter {
  days: number
  /** Ids of datastores; null: of every one. */
  datastores: readonly number[] | null
  tags: readonly string[]
  statuses: readonly AnomalyStatus[]
}

/** Anomalies that nothing happened to in that time, no finding, no change and no comment: the first ones by id. */
export async function inactiveAnomalies(
  database: Queryable,
  { days, datastores, tags, statuses }: InactiveFilter,
  most: number,
): Promise<number[]> {
  const since = sql`clock_timestamp() - ${days} * interval '1 day'`
  const { rows } = await sql<{ id: number }>`
    select id from anomalies
    where last_detected < ${since} and coalesce(archived_at, created) < ${since} and status = any(${statuses}::text[])
      and (${datastores}::bigint[] is null or datastore_id = any(${datastores}::bigint[]))
      and not exists (select from anomaly_status_changes as changes
                      where changes.anomaly_id = anomalies.id and changes.created >= ${since})
      and not exists (select from anomaly_comments as comments
                      where comments.anomaly_id = anomalies.id and comments.created >= ${since})
      and not exists (
        select from unnest(${tags}::text[]) as wanted (name) where not exists (
          select from tag_links join global_tags on global_tags.id = tag_links.tag_id
          where tag_links.anomaly_id = anomalies.id and global_tags.name = wanted.name))
    order by id limit ${most}`.execute(database)
  return rows.map(({ id }) => id)
}
