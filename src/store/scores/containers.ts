import { sql, type RawBuilder } from 'kysely'
import { dimensions } from '../../model/quality-score.ts'
import type { Queryable } from '../pool.ts'
import {
  chosenContainers,
  coverageBy,
  failingFields,
  profiledFields,
  scannedShare,
  sound,
  touchedFields,
  troubledContainers,
  untroubled,
  weighedFields,
  type FedDimensions,
} from './parts.ts'
import { keptWhereChanged } from './kept.ts'
import { totalOf } from './total.ts'

const ratings = sql.join(dimensions.map((dimension) => sql.ref(`rated.${dimension}`)))

/** The ratings of each field of `chosen`. */
const ratedFields = sql`
  select weighed.id, weighed.container_id, weighed.weight, profiled.completeness, ${coverageBy('watched.checks')} as coverage,
    100 * ${sound('conformity')} as conformity, profiled.consistency, 100 * ${sound('precision')} as precision,
    ${untroubled('troubled.late')} as timeliness, ${untroubled('troubled.odd')} as volumetrics, 100 * ${sound('accuracy')} as accuracy
  from weighed
  join chosen on chosen.id = weighed.container_id
  left join profiled on profiled.field_id = weighed.id
  left join failing on failing.container_id = weighed.container_id and failing.name = weighed.name
  left join troubled on troubled.container_id = weighed.container_id
  cross join lateral (
    select count(*) as checks from quality_checks as checks
    where checks.container_id = weighed.container_id and checks.status = 'Active' and weighed.name = any(checks.fields)
  ) as watched`

/** The mean over the fields of a container that have a rating, by their weights. */
const mean = (dimension: string): RawBuilder<number> => {
  const rating = sql.ref(`fields.${dimension}`)
  return sql`sum(fields.weight * ${rating}) / sum(fields.weight) filter (where ${rating} is not null)`
}

/** The ratings of each container of `chosen`: of its fields, moved by what is about no field. */
const ratedContainers = sql`
  select chosen.id, means.completeness, coalesce(means.coverage, 0) * ${scannedShare} as coverage,
    coalesce(means.conformity, 100) * ${sound('conformity')} as conformity, means.consistency,
    coalesce(means.precision, 100) * ${sound('precision')} as precision,
    ${untroubled('troubled.late')} as timeliness, ${untroubled('troubled.odd')} as volumetrics,
    coalesce(means.accuracy, 100) * ${sound('accuracy')} as accuracy
  from chosen
  left join (
    select container_id, ${sql.join(
      (['completeness', 'coverage', 'conformity', 'consistency', 'precision', 'accuracy'] as const).map(
        (dimension) => sql`${mean(dimension)} as ${sql.ref(dimension)}`,
      ),
    )}
    from rated_fields as fields group by container_id
  ) as means on means.container_id = chosen.id
  left join failing on failing.container_id = chosen.id and failing.name is null
  left join troubled on troubled.container_id = chosen.id`

/** Computes the scores of these containers and of their fields anew; those that were neither scanned nor profiled in their period get none. */
export async function scoreContainers(
  transaction: Queryable,
  ids: readonly number[],
  fed: FedDimensions,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with chosen as materialized (${chosenContainers(ids)}),
    weighed as materialized (${weighedFields}),
    profiled as (${profiledFields}),
    touched as materialized (${touchedFields(fed)}),
    failing as (${failingFields}),
    troubled as (${troubledContainers}),
    rated_fields as materialized (${ratedFields}),
    rated_containers as (${ratedContainers}),
    kept_fields as (${keptWhereChanged(
      'field_id',
      sql`
      select rated.id, ${totalOf('rated', 'settings')} as total, ${ratings}
      from rated_fields as rated left join score_settings as settings on settings.container_id = rated.container_id`,
    )})
    ${keptWhereChanged(
      'container_id',
      sql`
      select rated.id, ${totalOf('rated', 'settings')} as total, ${ratings}
      from rated_containers as rated left join score_settings as settings on settings.container_id = rated.id`,
    )}`.execute(transaction)
}
