import { sql, type Expression } from 'kysely'
import { severityBands, type Grouping } from '../model/insight.ts'
import { matchingAnomalies } from './anomaly-list.ts'
import { isOfContainer, verdictOfRank, verdictRank } from './check-results.ts'
import { matchingScans } from './container-scan-list.ts'
import { datastoreType } from './datastores.ts'
import { becameMore } from './open-anomalies.ts'
import { isAmong } from './paging.ts'
import { matchingRuns } from './operation-list.ts'
import { scanBegin } from './scans.ts'
import type { Queryable } from './pool.ts'

/** What is counted: in these datastores (null: wherever `visible` reaches), from the first to the last day, both included, in UTC. */
export interface Scope {
  visible: number[] | null
  datastore: number[] | null
  first: string
  last: string
  group_by: Grouping
}

/** A count of one period, which its first day names (null: later than all), of those that are alike in `of`. */
export interface Counted {
  period: string | null
  of: string | null
  count: number
}

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

/** The period of `counted.day`. A group of each day is made first: there are far fewer of them than rows. */
const period = ({ group_by, first, last }: Scope) => {
  const start = sql`greatest(date_trunc(${group_by}, counted.day::timestamp)::date, ${first}::date)`
  return sql`case when counted.day <= ${last}::date then to_char(${start}, 'YYYY-MM-DD') end`
}

const filterOf = ({ datastore, first, last }: Scope) => ({
  ...(datastore && { datastore }),
  start_date: first,
  end_date: last,
})

/** By the positions of the day and what stands beside it: the parameters of an expression are others each time that it is written. */
const byDay = [sql`1`, sql`2`]

/** Runs by their results, by when they were asked for. */
export async function countRuns(database: Queryable, scope: Scope): Promise<Counted[]> {
  const counted = matchingRuns(database, scope.visible, filterOf(scope))
    .select(dayOf('operations.created').as('day'))
    .select(({ fn }) => ['operations.result as of', fn.countAll<number>().as('count')])
    .groupBy(byDay)
  const { rows } = await sql<Counted>`
    select ${period(scope)} as period, counted.of, sum(count)::bigint as count
    from ${counted} as counted group by 1, 2`.execute(database)
  return rows
}

/** Container scans by when they were made, and the records that they read. */
export async function countScans(
  database: Queryable,
  scope: Scope,
): Promise<(Counted & { records: number })[]> {
  const counted = matchingScans(database, scope.visible, filterOf(scope))
    .select(dayOf('operation_containers.created').as('day'))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum('operation_containers.records_processed').as('records'),
    ])
    .groupBy(sql`1`)
  const { rows } = await sql<Counted & { records: number }>`
    select ${period(scope)} as period, null as of, sum(count)::bigint as count, coalesce(sum(records), 0)::bigint as records
    from ${counted} as counted group by 1`.execute(database)
  return rows
}

/** The band of `counted.weight`. */
const band = sql`case ${sql.join(
  severityBands.flatMap(({ name, max_weight }) =>
    max_weight === null ? [] : [sql`when counted.weight <= ${max_weight}::integer then ${name}::text`],
  ),
  sql` `,
)} else ${severityBands.at(-1)?.name}::text end`

/** Counts by day and weight as counts by period and band. */
async function inBands(database: Queryable, scope: Scope, counted: Expression<unknown>): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select ${period(scope)} as period, ${band} as of, sum(count)::bigint as count
    from ${counted} as counted group by 1, 2`.execute(database)
  return rows
}

/** Anomalies by band, by when they were put away. */
export async function countArchived(database: Queryable, scope: Scope): Promise<Counted[]> {
  const { visible, datastore, first, last } = scope
  const filter = { ...(datastore && { datastore }), archived_from: first, archived_until: last }
  const counted = matchingAnomalies(database, visible, filter)
    .select([dayOf('anomalies.archived_at').as('day'), 'anomalies.weight'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(byDay)
  return inBands(database, scope, counted)
}

/** Anomalies by band, by when they were found first, since the first day: those of later than the last are of the period null. */
export async function countOpened(database: Queryable, scope: Scope): Promise<Counted[]> {
  const { visible, datastore, first } = scope
  const filter = { ...(datastore && { datastore }), archived: 'include' as const, start_date: first }
  const counted = matchingAnomalies(database, visible, filter)
    .select([dayOf('anomalies.created').as('day'), 'anomalies.weight'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(byDay)
  return inBands(database, scope, counted)
}

/** How many anomalies are open now, by band. */
export async function countOpen(
  database: Queryable,
  { visible, datastore }: Scope,
): Promise<Map<string, number>> {
  const counted = matchingAnomalies(database, visible, datastore ? { datastore } : {})
    .select(({ fn }) => ['anomalies.weight', fn.countAll<number>().as('count')])
    .groupBy('anomalies.weight')
  const { rows } = await sql<{ of: string; count: number }>`
    select ${band} as of, sum(count)::bigint as count from ${counted} as counted group by 1`.execute(database)
  return new Map(rows.map(({ of, count }) => [of, count]))
}

/** By band by how many the open anomalies became more when statuses changed, since the first day; less where negative. */
export async function countMoves(database: Queryable, scope: Scope): Promise<Counted[]> {
  const { visible, datastore, first } = scope
  const counted = matchingAnomalies(database, visible, {
    ...(datastore && { datastore }),
    archived: 'include',
  })
    .innerJoin('anomaly_status_changes as changes', 'changes.anomaly_id', 'anomalies.id')
    .where(sql<boolean>`changes.created >= ${first}::date::timestamp at time zone 'UTC'`)
    .select([dayOf('changes.created').as('day'), 'anomalies.weight'])
    .select(sql`sum(${becameMore})`.as('count'))
    .groupBy(byDay)
  return inBands(database, scope, counted)
}

/** Checks by the verdict of the last scan of their container in each period that had them: the highest number made of the place of the scan and the rank of a row. */
export async function countVerdicts(database: Queryable, scope: Scope): Promise<Counted[]> {
  const scans = matchingScans(database, scope.visible, filterOf(scope))
    .select('operation_containers.id')
    .select(dayOf('operation_containers.created').as('day'))
    .select(sql`row_number() over (order by ${scanBegin}, operation_containers.id)`.as('place'))
  const start = sql`date_trunc(${scope.group_by}, day::timestamp)::date`
  const { rows } = await sql<Counted>`
    with scans as materialized (select id, place, ${start} as day from ${scans} as found), latest as (
      select scans.day, max(scans.place * 4 + ${verdictRank}) as scan_and_rank
      from scans join check_results on check_results.container_scan_id = scans.id and ${isOfContainer}
      group by scans.day, check_results.quality_check_id)
    select ${period(scope)} as period, ${verdictOfRank(sql`counted.rank`)} as of, sum(count)::bigint as count
    from (select day, scan_and_rank % 4 as rank, count(*) as count from latest group by 1, 2) as counted
    group by 1, 2`.execute(database)
  return rows
}

/** The mean of the scores that the datastores have at the end of each of these days; null where none has one. */
export async function meanScores(
  database: Queryable,
  { visible, datastore }: Scope,
  days: readonly string[],
): Promise<(number | null)[]> {
  const seen = visible ? isAmong('datastores.id', visible) : sql`true`
  const wanted = datastore ? isAmong('datastores.id', datastore) : sql`true`
  const { rows } = await sql<{ mean: number | null }>`
    select avg(newest.total)::float8 as mean
    from unnest(${days}::date[]) with ordinality as days (day, place)
    left join lateral (
      select scores.total from datastores cross join lateral (
        select total from quality_scores where quality_scores.datastore_id = datastores.id
          and quality_scores.created < (days.day + 1)::timestamp at time zone 'UTC'
        order by quality_scores.id desc limit 1) as scores
      where ${seen} and ${wanted}) as newest on true
    group by days.place order by days.place`.execute(database)
  return rows.map(({ mean }) => mean)
}

/** The rules whose checks found most of the anomalies, at most `limit`. */
export async function topRules(
  database: Queryable,
  scope: Scope,
  limit: number,
): Promise<{ rule_type: string; count: number }[]> {
  const found = matchingAnomalies(database, scope.visible, { ...filterOf(scope), archived: 'include' })
    .innerJoin('anomaly_failed_checks as failed', 'failed.anomaly_id', 'anomalies.id')
    .innerJoin('quality_checks as checks', 'checks.id', 'failed.quality_check_id')
    .select(['checks.rule_type', 'anomalies.id'])
    .distinct()
  const { rows } = await sql<{ rule_type: string; count: number }>`
    select rule_type, count(*) as count from ${found} as found
    group by rule_type order by count desc, rule_type limit ${limit}`.execute(database)
  return rows
}

/** The containers with most of the anomalies, at most `limit`. */
export async function topContainers(database: Queryable, scope: Scope, limit: number) {
  return matchingAnomalies(database, scope.visible, { ...filterOf(scope), archived: 'include' })
    .innerJoin('containers', 'containers.id', 'anomalies.container_id')
    .innerJoin('datastores', 'datastores.id', 'anomalies.datastore_id')
    .select(['containers.id', 'containers.name', 'containers.container_type', 'containers.table_type'])
    .select(['datastores.id as datastore_id', 'datastores.name as datastore_name', datastoreType])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['containers.id', 'datastores.id'])
    .orderBy('count', 'desc')
    .orderBy('containers.id')
    .limit(limit)
    .execute()
}
