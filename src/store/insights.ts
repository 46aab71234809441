import { sql } from 'kysely'
import { severityBands, type Grouping } from '../model/insight.ts'
import { matchingAnomalies } from './anomaly-list.ts'
import { foldedVerdict } from './check-results.ts'
import { matchingScans } from './container-scan-list.ts'
import { datastoreType } from './datastores.ts'
import { isAmong } from './paging.ts'
import { matchingRuns } from './operation-list.ts'
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

const period = (column: string, { group_by, first, last }: Scope) => {
  const day = sql`(${sql.ref(column)} at time zone 'UTC')::date`
  const start = sql`greatest(date_trunc(${group_by}, ${day}::timestamp)::date, ${first}::date)`
  return sql<string | null>`case when ${day} <= ${last}::date then to_char(${start}, 'YYYY-MM-DD') end`
}

const filterOf = ({ datastore, first, last }: Scope) => ({
  ...(datastore && { datastore }),
  start_date: first,
  end_date: last,
})

/** By the positions of `period` and `of`: the parameters of an expression are others each time that it is written. */
const byPeriod = [sql`1`, sql`2`]

/** Runs by their results, by when they were asked for. */
export async function countRuns(database: Queryable, scope: Scope): Promise<Counted[]> {
  return matchingRuns(database, scope.visible, filterOf(scope))
    .select(period('operations.created', scope).as('period'))
    .select(({ fn }) => ['operations.result as of', fn.countAll<number>().as('count')])
    .groupBy(byPeriod)
    .execute()
}

/** Container scans by when they were made, and the records that they read. */
export async function countScans(
  database: Queryable,
  scope: Scope,
): Promise<(Counted & { records: number })[]> {
  return matchingScans(database, scope.visible, filterOf(scope))
    .select(period('operation_containers.created', scope).as('period'))
    .select(({ fn }) => [
      sql<null>`null`.as('of'),
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(operation_containers.records_processed), 0)::bigint`.as('records'),
    ])
    .groupBy(byPeriod)
    .execute()
}

const band = sql<string>`case ${sql.join(
  severityBands.flatMap(({ name, max_weight }) =>
    max_weight === null ? [] : [sql`when anomalies.weight <= ${max_weight}::integer then ${name}::text`],
  ),
  sql` `,
)} else ${severityBands.at(-1)?.name}::text end`

/** Anomalies by band, by when they were found first, or by when they were put away. */
export async function countAnomalies(
  database: Queryable,
  scope: Scope,
  by: 'created' | 'archived_at',
): Promise<Counted[]> {
  const { first, last, datastore } = scope
  const filter =
    by === 'created'
      ? { ...filterOf(scope), archived: 'include' as const }
      : { ...(datastore && { datastore }), archived_from: first, archived_until: last }
  return matchingAnomalies(database, scope.visible, filter)
    .select([period(`anomalies.${by}`, scope).as('period'), band.as('of')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(byPeriod)
    .execute()
}

/** By band how many anomalies are open now (the period null and `now`), and by how many they became more in each period since the first day. */
export async function openMoves(
  database: Queryable,
  scope: Scope,
): Promise<{ now: Map<string, number>; moves: Counted[] }> {
  const { visible, datastore, first } = scope
  const where = datastore ? { datastore } : {}
  const now = await matchingAnomalies(database, visible, where)
    .select(({ fn }) => [band.as('of'), fn.countAll<number>().as('count')])
    .groupBy(sql`1`)
    .execute()
  const all = { ...where, archived: 'include' as const }
  const opened = await matchingAnomalies(database, visible, { ...all, start_date: first })
    .select([period('anomalies.created', scope).as('period'), band.as('of')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(byPeriod)
    .execute()
  const isOpen = (column: string) => sql`(${sql.ref(column)} in ('Active', 'Acknowledged'))::integer`
  const changed = await matchingAnomalies(database, visible, all)
    .innerJoin('anomaly_status_changes as changes', 'changes.anomaly_id', 'anomalies.id')
    .where(sql<boolean>`changes.created >= ${first}::date::timestamp at time zone 'UTC'`)
    .select([period('changes.created', scope).as('period'), band.as('of')])
    .select(
      sql<number>`sum(${isOpen('changes.to_status')} - ${isOpen('changes.from_status')})::bigint`.as('count'),
    )
    .groupBy(byPeriod)
    .execute()
  return { now: new Map(now.map(({ of, count }) => [of, count])), moves: [...opened, ...changed] }
}

/** Checks by the verdict of the last container scan of each period that had them. */
export async function countVerdicts(database: Queryable, scope: Scope): Promise<Counted[]> {
  const scans = matchingScans(database, scope.visible, filterOf(scope))
    .select('operation_containers.id')
    .select(period('operation_containers.created', scope).as('period'))
  const { rows } = await sql<Counted>`
    with scans as materialized (${scans}), verdicts as (
      select scans.period, check_results.quality_check_id, scans.id, ${foldedVerdict} as verdict
      from scans join check_results on check_results.container_scan_id = scans.id
      group by scans.period, check_results.quality_check_id, scans.id
    ), latest as (
      select distinct on (period, quality_check_id) period, verdict from verdicts
      order by period, quality_check_id, id desc)
    select period, verdict as of, count(*) as count from latest group by 1, 2`.execute(database)
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
export async function topRules(database: Queryable, scope: Scope, limit: number) {
  return matchingAnomalies(database, scope.visible, { ...filterOf(scope), archived: 'include' })
    .innerJoin('anomaly_failed_checks as failed', 'failed.anomaly_id', 'anomalies.id')
    .innerJoin('quality_checks as checks', 'checks.id', 'failed.quality_check_id')
    .select(['checks.rule_type', sql<number>`count(distinct anomalies.id)`.as('count')])
    .groupBy('checks.rule_type')
    .orderBy('count', 'desc')
    .orderBy('checks.rule_type')
    .limit(limit)
    .execute()
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
