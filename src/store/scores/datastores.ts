import { sql } from 'kysely'
import { defaultScoreSettings, dimensions } from '../../model/quality-score.ts'
import type { Queryable } from '../pool.ts'
import { keptWhereChanged } from './kept.ts'
import { isScanWithin, tagWeight } from './parts.ts'
import { totalOf } from './total.ts'

const mean = (rating: string) =>
  sql`sum(weight * ${sql.ref(rating)}) / sum(weight) filter (where ${sql.ref(rating)} is not null)`

const ratings = sql.join(dimensions.map((dimension) => sql.ref(`scored.${dimension}`)))
const means = sql.join(dimensions.map((dimension) => sql`${mean(dimension)} as ${sql.ref(dimension)}`))

/**
 * Computes the scores of these datastores anew from those of their containers, each by its weight; containers that were not scanned
 * in the period of the datastore are left out, and a datastore without any other gets none. The total is the mean of the totals that the
 * containers have under the weights of the datastore.
 */
export async function scoreDatastores(transaction: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with scored as materialized (
      select containers.id, containers.datastore_id, ${totalOf('newest', 'settings')} as total,
        ${sql.join(dimensions.map((dimension) => sql.ref(`newest.${dimension}`)))},
        ${tagWeight(sql`(select sum(global_tags.weight_modifier) from tag_links join global_tags on global_tags.id = tag_links.tag_id
                         where tag_links.container_id = containers.id)`)} as weight
      from containers
      left join score_settings as settings on settings.datastore_id = containers.datastore_id
      cross join lateral (
        select * from quality_scores where quality_scores.container_id = containers.id order by quality_scores.id desc limit 1
      ) as newest
      cross join lateral (
        select from operation_containers as scans
        where scans.container_id = containers.id and ${isScanWithin(sql`coalesce(settings.decay_period_days, ${defaultScoreSettings.decay_period_days})`)}
        order by scans.created desc, scans.id desc limit 1
      ) as scanned
      where containers.datastore_id = any(${ids}::bigint[])
    ), averaged as (
      select scored.datastore_id as id, ${mean('total')} as total, ${means} from scored group by scored.datastore_id
    )
    ${keptWhereChanged('datastore_id', sql`select scored.id, scored.total, ${ratings} from averaged as scored join datastores on datastores.id = scored.id`)}`.execute(
    transaction,
  )
}
