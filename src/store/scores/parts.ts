import { sql, type RawBuilder } from 'kysely'
import { defaultScoreSettings } from '../../model/quality-score.ts'
import { isOpenAnomaly } from '../open-anomalies.ts'

/** The rule types whose anomalies lower a dimension. */
export interface FedDimensions {
  conformity: readonly string[]
  precision: readonly string[]
  timeliness: readonly string[]
  volumetrics: readonly string[]
}

/** An anomaly without rows that can be counted takes two fifths of a rating. */
const spared = 0.6

/** A drift of the tenth part of a figure says nothing. */
const toleratedDrift = sql`0.1::float8`

/** One check on a field is worth 60. */
const uncovered = 0.4

/** Half of the coverage counts while no scan in the period has judged by it. */
const unscanned = 0.5

/** A tag of -10 makes a thing count least beside others; never not at all. */
export const tagWeight = (modifiers: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`greatest(0.1, 1 + coalesce(${modifiers}, 0) / 10.0)::float8`

/**
 * Whether a row of `scans` is a scan that ended well in the last so many days. Nothing here may fit an index on the end times, which
 * holds the scans of all containers: while a first large run is under way that index looks empty, would be taken for each container, and
 * the work would grow with their square. So an age is compared, and `coalesce` hides that it needs an end. The list of kinds is that of
 * the indexes that serve.
 */
export const isScanWithin = (days: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  scans.kind in ('scan', 'external_scan') and scans.kind = 'scan' and scans.result = 'success'
  and coalesce(now() - scans.end_time <= ${days} * interval '1 day', false)`

/** The containers, with their settings and what was read of them in their period. */
export const chosenContainers = (ids: readonly number[]): RawBuilder<unknown> => sql`
  select containers.id, periods.since, read.scans, read.scanned_rows, profiled.profiles, profiled.profiled_rows,
    least(read.scanned_rows, profiled.profiled_rows) as rows
  from containers
  left join score_settings as settings on settings.container_id = containers.id
  cross join lateral (
    select days, now() - days * interval '1 day' as since
    from (select coalesce(settings.decay_period_days, ${defaultScoreSettings.decay_period_days}) as days) as settled
  ) as periods
  cross join lateral (
    select count(*) as scans, max(scans.records_processed) as scanned_rows
    from operation_containers as scans
    where scans.container_id = containers.id and ${isScanWithin(sql`periods.days`)}
  ) as read
  cross join lateral (
    select count(*) as profiles, (array_agg(profiles.records_count order by profiles.id desc))[1] as profiled_rows
    from container_profiles as profiles
    where profiles.container_id = containers.id and profiles.parent_profile_id is null and profiles.finished >= periods.since
  ) as profiled
  where containers.id = any(${ids}::bigint[]) and read.scans + profiled.profiles > 0`

/** The fields of `chosen` that are in the source, with how much each counts beside the others by its tags. */
export const weighedFields = sql`
  select fields.id, fields.container_id, fields.name,
    ${tagWeight(sql`(select sum(global_tags.weight_modifier) from tag_links join global_tags on global_tags.id = tag_links.tag_id
                     where tag_links.field_id = fields.id)`)} as weight
  from fields join chosen on chosen.id = fields.container_id
  where fields.status in ('active', 'masked')`

/** 100 for a figure that stayed as it was on the average of earlier profiles, less by as much as it moved beyond what is tolerated. */
function stability(now: RawBuilder<unknown>, before: RawBuilder<unknown>, scale: RawBuilder<unknown>) {
  const drift = sql`abs(${now} - ${before}) / nullif(${scale}, 0)`
  return sql`case when ${now} is null or ${before} is null then null when ${now} = ${before} then 100
    else 100 * (1 - least(1, greatest(0, coalesce(${drift}, 1 + ${toleratedDrift}) - ${toleratedDrift}))) end`
}

const now = (column: string) => sql`max(${sql.ref(column)}) filter (where age = 1)`
const before = (column: string) => sql`avg(${sql.ref(column)}) filter (where age > 1)`
const held = (column: string) => stability(now(column), before(column), sql`abs(${before(column)})`)
const spread = (of: typeof now) => sql`(${of('q3')} - ${of('q1')})`

/** What the profiles in the period say of each field of `chosen`. */
export const profiledFields = sql`
  with profiled as (
    select measured.*, row_number() over (partition by measured.field_id order by measured.id desc) as age
    from chosen
    join container_profiles as profiles on profiles.container_id = chosen.id and profiles.parent_profile_id is null
      and profiles.finished >= chosen.since
    join field_profiles as measured on measured.container_profile_id = profiles.id
  ), compared as (
    select field_id, avg(completeness) * 100 as completeness, count(*) as profiles,
      max(field_type) filter (where age = 1) as type, max(field_type) filter (where age = 2) as former_type,
      ${stability(now('median'), before('median'), sql`greatest(abs(${before('median')}), ${spread(before)})`)} as median,
      ${stability(spread(now), spread(before), sql`abs(${spread(before)})`)} as spread,
      ${stability(now('lowest'), before('lowest'), sql`${before('highest')} - ${before('lowest')}`)} as earliest,
      ${held('distinct_values')} as distinct_values, ${held('min_length')} as min_length,
      ${held('max_length')} as max_length, ${held('entropy')} as entropy
    from profiled group by field_id
  )
  select field_id, completeness,
    case when profiles > 1 and type is distinct from former_type then 0
         else coalesce((
           select avg(figure) from unnest(case
             when type in ('Integral', 'Fractional') then array[median, spread]
             when type in ('Date', 'Timestamp') then array[earliest, distinct_values]
             when type = 'String' then array[distinct_values, min_length, max_length, entropy]
             else array[distinct_values] end) as figures (figure)), 100) end as consistency
  from compared`

/** The open anomalies of `chosen`, once for each field that their checks name, or with null for none; null rows cannot be counted. */
export const touchedFields = ({ conformity, precision, timeliness, volumetrics }: FedDimensions) => sql`
  select anomalies.container_id, anomalies.id, judged.name,
    case when anomalies.type = 'record' then coalesce(anomalies.anomalous_records_count, 1)
         else anomalies.anomalous_records_count end as rows,
    bool_or(checks.rule_type = any(${conformity}::text[])) as conformity,
    bool_or(checks.rule_type = any(${precision}::text[])) as precision,
    bool_or(checks.rule_type = any(${timeliness}::text[])) as timeliness,
    bool_or(checks.rule_type = any(${volumetrics}::text[])) as volumetrics,
    bool_or(checks.rule_type <> all(${[...timeliness, ...volumetrics]}::text[])) as accuracy
  from chosen
  join anomalies on anomalies.container_id = chosen.id and ${isOpenAnomaly}
    and not anomalies.is_of_given_rows
  join anomaly_failed_checks as failed on failed.anomaly_id = anomalies.id
  join quality_checks as checks on checks.id = failed.quality_check_id
  cross join lateral unnest(case when cardinality(checks.fields) = 0 then array[null] else checks.fields end) as judged (name)
  group by anomalies.id, judged.name`

/** By dimension, the failing rows of `touched`, and the anomalies whose rows cannot be counted. */
export const failingFields = sql`
  select container_id, name, ${sql.join(
    (['conformity', 'precision', 'accuracy'] as const).map(
      (dimension) => sql`
    sum(touched.rows) filter (where ${sql.ref(`touched.${dimension}`)}) as ${sql.raw(`${dimension}_rows`)},
    count(*) filter (where ${sql.ref(`touched.${dimension}`)} and touched.rows is null) as ${sql.raw(`${dimension}_findings`)}`,
    ),
  )}
  from touched group by container_id, name`

/** By container, its open anomalies of volume and of time. */
export const troubledContainers = sql`
  select container_id, count(distinct id) filter (where timeliness) as late, count(distinct id) filter (where volumetrics) as odd
  from touched group by container_id`

/** The share of rows that do not fail, 0 to 1, of a row of `failing`, which may not be there, in a row of `chosen`. */
export const sound = (dimension: 'conformity' | 'precision' | 'accuracy') => {
  const rows = sql.ref(`failing.${dimension}_rows`)
  return sql`(case when chosen.scans = 0 then null
    else (case when coalesce(${rows}, 0) = 0 then 1 else greatest(0, 1 - ${rows}::float8 / greatest(chosen.rows, 1)) end)
      * power(${spared}::float8, coalesce(${sql.ref(`failing.${dimension}_findings`)}, 0)) end)`
}

/** 100 without open anomalies, three fifths of it with one. */
export const untroubled = (count: string): RawBuilder<unknown> =>
  sql`100 * power(${spared}::float8, coalesce(${sql.ref(count)}, 0))`

/** By the number of Active checks that name a field; more add less. */
export const coverageBy = (checks: string): RawBuilder<unknown> =>
  sql`100 * (1 - power(${uncovered}::float8, ${sql.ref(checks)}))`

/** What the coverage of the fields of a container counts for. */
export const scannedShare = sql`case when chosen.scans = 0 then ${unscanned}::float8 else 1 end`
