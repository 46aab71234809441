import { sql, type RawBuilder } from 'kysely'
import { defaultScoreSettings, dimensions } from '../../model/quality-score.ts'

/** The score of data of which nothing is known, good or bad. */
const baseline = 70

/**
 * The total of a row with a column for each dimension, weighed by another row with `<dimension>_weight`, null for the default: a
 * scalar query. The mean counts as it is up to the baseline; above it every point is the harder to earn the more dimensions
 * count, so that 100 is left to what is good in all of them. With one dimension the total is its rating.
 */
export function totalOf(ratings: string, weights: string): RawBuilder<number> {
  const rows = dimensions.map(
    (dimension) =>
      sql`(${sql.ref(`${ratings}.${dimension}`)}, coalesce(${sql.ref(`${weights}.${dimension}_weight`)}, ${defaultScoreSettings.weight}::float8))`,
  )
  const above = sql`(mean - ${baseline}) / (100 - ${baseline})`
  return sql<number>`(
    select case when mean is null then ${baseline}
                when mean <= ${baseline} then greatest(mean, 0)
                else least(100, ${baseline} + (100 - ${baseline}) * power(${above}, power(counting, 0.75))) end
    from (
      select sum(weight * rating) / sum(weight) as mean, power(sum(weight), 2) / sum(weight * weight) as counting
      from (values ${sql.join(rows)}) as weighed (rating, weight) where rating is not null and weight > 0
    ) as averaged)`
}
