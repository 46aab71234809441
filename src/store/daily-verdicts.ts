import { sql } from 'kysely'
import type { CheckInsights } from '../model/check-insights.ts'
import { timeframeIntervals, type Timeframe } from '../model/timeframe.ts'
import { foldedVerdict, isOfContainer } from './check-results.ts'
import type { Queryable } from './pool.ts'

/** The day that lies so long before another, both as `YYYY-MM-DD`. */
export async function dayBefore(database: Queryable, day: string, timeframe: Timeframe): Promise<string> {
  const { rows } = await sql<{ first: string }>`
    select to_char(${day}::date - ${timeframeIntervals[timeframe]}::interval, 'YYYY-MM-DD') as first`.execute(
    database,
  )
  return rows[0]?.first ?? day
}

/** What scans of the container concluded of a check on each day from the first to the last; of a day, the scan that started last is told in full. */
export async function dailyVerdicts(
  database: Queryable,
  checkId: number,
  first: string,
  last: string,
): Promise<CheckInsights['daily_assertion_measured']> {
  const { rows } = await sql<CheckInsights['daily_assertion_measured'][number]>`
    with verdicts as (
      select operation_containers.operation_id, operation_containers.id, operation_containers.start_time,
        (operation_containers.start_time at time zone 'UTC')::date as day,
        max(check_results.partition_scan_id) as partition_scan_id,
        sum(check_results.asserted_records)::bigint as asserted, sum(check_results.anomalous_records)::bigint as anomalous,
        ${foldedVerdict} as verdict
      from check_results join operation_containers on operation_containers.id = check_results.container_scan_id
      where check_results.quality_check_id = ${checkId} and ${isOfContainer}
        and operation_containers.start_time >= ${first}::date::timestamp at time zone 'UTC'
        and operation_containers.start_time < (${last}::date + 1)::timestamp at time zone 'UTC'
      group by operation_containers.id
    ), ranked as (
      select *, row_number() over (partition by day order by start_time desc, id desc) as rank,
        count(*) over (partition by day) as total_scans,
        coalesce(sum(asserted) over (partition by day), 0)::bigint as total_asserted,
        coalesce(sum(anomalous) over (partition by day), 0)::bigint as total_anomalous
      from verdicts
    )
    select to_char(day, 'YYYY-MM-DD') as date, operation_id as latest_scan_id, id as latest_container_scan_id,
      start_time as latest_container_scan_start_time, partition_scan_id as latest_partition_scan_id,
      verdict as latest_assertion_result, asserted as latest_asserted_records, anomalous as latest_anomalous_records,
      total_scans, total_asserted as total_asserted_records, total_anomalous as total_anomalous_records
    from ranked where rank = 1 order by day`.execute(database)
  return rows
}
