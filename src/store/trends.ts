import { sql } from 'kysely'
import { foldedVerdict, isOfContainer } from './check-results.ts'
import { becameMore, isOpenAnomaly } from './open-anomalies.ts'
import { isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'

/** Days of local time, both included; the offset says by how many minutes it is ahead of UTC. */
export interface DayRange {
  first: string
  last: string
  offset: number
}

/** What scans that ended on a day concluded and read. */
export interface ScannedDay {
  datastore_id: number
  date: string
  checks_passed: number
  checks_failed: number
  checks_unasserted: number
  records_scanned: number
}

/** By how many the open anomalies of a datastore became more on a day; without a date, how many are open now. */
export interface AnomalyMove {
  datastore_id: number
  date: string | null
  anomalies: number
}

const localDay = (column: string, offset: number) =>
  sql`((${sql.ref(column)} at time zone 'UTC') + ${offset} * interval '1 minute')::date`
const startOf = (day: string, offset: number) =>
  sql`(${day}::date::timestamp at time zone 'UTC' - ${offset} * interval '1 minute')`

/** What is open now, and each move since the first day; what was open on a day follows by going back. */
export async function anomalyMoves(
  database: Queryable,
  datastoreIds: readonly number[],
  { first, offset }: DayRange,
): Promise<AnomalyMove[]> {
  const since = startOf(first, offset)
  const { rows } = await sql<AnomalyMove>`
    select datastore_id, null as date, count(*) as anomalies from anomalies
    where ${isOpenAnomaly} and ${isAmong('datastore_id', datastoreIds)} group by datastore_id
    union all
    select datastore_id, to_char(day, 'YYYY-MM-DD'), sum(moves)::bigint from (
      select datastore_id, ${localDay('created', offset)} as day, count(*) as moves from anomalies
      where created >= ${since} and ${isAmong('datastore_id', datastoreIds)} group by 1, 2
      union all
      select anomalies.datastore_id, ${localDay('changes.created', offset)},
        sum(${becameMore})
      from anomaly_status_changes as changes join anomalies on anomalies.id = changes.anomaly_id
      where changes.created >= ${since} and ${isAmong('anomalies.datastore_id', datastoreIds)} group by 1, 2
    ) as moved group by datastore_id, day`.execute(database)
  return rows
}

/** Of each day on which a scan of the datastore ended; a check counts by the last scan of the day that had it. */
export async function scannedDays(
  database: Queryable,
  datastoreIds: readonly number[],
  { first, last, offset }: DayRange,
): Promise<ScannedDay[]> {
  const { rows } = await sql<ScannedDay>`
    with scans as materialized (
      select id, datastore_id, records_processed, ${localDay('end_time', offset)} as day
      from operation_containers
      where kind in ('scan', 'external_scan') and end_time is not null and end_time >= ${startOf(first, offset)}
        and end_time < ${startOf(last, offset)} + interval '1 day' and ${isAmong('datastore_id', datastoreIds)}
    ), verdicts as (
      select scans.datastore_id, scans.day, check_results.quality_check_id, scans.id, check_results.scan_start_time, ${foldedVerdict} as verdict
      from scans join check_results on check_results.container_scan_id = scans.id and ${isOfContainer}
      group by scans.datastore_id, scans.day, check_results.quality_check_id, scans.id, check_results.scan_start_time
    ), latest as (
      select distinct on (day, quality_check_id) datastore_id, day, verdict from verdicts
      order by day, quality_check_id, scan_start_time desc, id desc
    ), judged as (
      select datastore_id, day, count(*) filter (where verdict = 'passed') as checks_passed,
        count(*) filter (where verdict = 'failed') as checks_failed, count(*) filter (where verdict = 'unasserted') as checks_unasserted
      from latest group by datastore_id, day
    ), scanned as (
      select datastore_id, day, sum(records_processed)::bigint as records_scanned from scans group by datastore_id, day
    )
    select scanned.datastore_id, to_char(scanned.day, 'YYYY-MM-DD') as date, coalesce(checks_passed, 0) as checks_passed,
      coalesce(checks_failed, 0) as checks_failed, coalesce(checks_unasserted, 0) as checks_unasserted, records_scanned
    from scanned left join judged on judged.datastore_id = scanned.datastore_id and judged.day = scanned.day`.execute(
    database,
  )
  return rows
}
