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
  const rating = (dimension: string) => sql.ref(`${ratings}.${dimension}`)
  const counted = dimensions.map(
    (dimension) => sql`case when ${rating(dimension)} is null then 0
      else greatest(0, coalesce(${sql.ref(`${weights}.${dimension}_weight`)}, ${defaultScoreSettings.weight}::float8)) end as ${sql.ref(dimension)}`,
  )
  const sum = (term: (dimension: string) => RawBuilder<unknown>) =>
    sql`(${sql.join(dimensions.map(term), sql` + `)})`
  const above = sql`(mean - ${baseline}) / (100 - ${baseline})`
  // Sums of columns, since an aggregate over eight rows takes longer. Each `offset` keeps PostgreSQL from computing what is below it
  // again wherever it is mentioned.
  return sql<number>`(
    select case when mean is null then ${baseline}
                when mean <= ${baseline} then greatest(mean, 0)
                else least(100, ${baseline} + (100 - ${baseline}) * power(${above}, power(counting, 0.75))) end
    from (
      select ${sum((dimension) => sql`${sql.ref(`weighed.${dimension}`)} * coalesce(${rating(dimension)}, 0)`)} / nullif(weights, 0) as mean,
        power(weights, 2) / nullif(squares, 0) as counting
      from (
        select counted.*, ${sum((dimension) => sql.ref(`counted.${dimension}`))} as weights,
          ${sum((dimension) => sql`power(${sql.ref(`counted.${dimension}`)}, 2)`)} as squares
        from (select ${sql.join(counted)} offset 0) as counted offset 0
      ) as weighed offset 0
    ) as averaged)`
}
