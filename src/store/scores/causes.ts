import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'

/** The channel on which the database says that there is a cause to compute scores; see migrations/000145. */
export const scoreCausesChannel = 'assay_scores'

/** What is to be computed anew. */
export interface ScoreCauses {
  container_ids: number[]
  /** Those of the containers, and those that something else happened to. */
  datastore_ids: number[]
}

/** True for the one transaction that may compute scores until it ends. */
export async function lockScores(transaction: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('quality scores', 0)) as is_ours`.execute(transaction)
  return rows[0]?.is_ours ?? false
}

/**
 * Takes the causes of up to `most` containers, or where there are none those of datastores alone; null when there is none. They come back
 * when the transaction is undone. What is read in later statements has seen everything that they stand for.
 */
export async function takeCauses(transaction: Queryable, most: number): Promise<ScoreCauses | null> {
  const { rows } = await sql<{ container_id: number | null; datastore_id: number | null }>`
    with due as (
      select container_id from score_causes group by container_id order by min(id) limit ${most}
    ), taken as (
      delete from score_causes using due
      where coalesce(score_causes.container_id, 0) = coalesce(due.container_id, 0)
      returning score_causes.container_id, score_causes.datastore_id
    )
    select distinct taken.container_id, coalesce(containers.datastore_id, taken.datastore_id) as datastore_id
    from taken left join containers on containers.id = taken.container_id`.execute(transaction)
  if (rows.length === 0) return null
  return {
    container_ids: [...new Set(rows.flatMap(({ container_id }) => container_id ?? []))],
    datastore_ids: [...new Set(rows.flatMap(({ datastore_id }) => datastore_id ?? []))],
  }
}

/** Puts these datastores behind the containers that wait to be computed; false when none waits. */
export async function putOffDatastores(
  transaction: Queryable,
  datastoreIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into score_causes (datastore_id)
    select unnest(${datastoreIds}::bigint[])
    where exists (select from score_causes where container_id is not null)
    returning id`.execute(transaction)
  return rows.length > 0
}
