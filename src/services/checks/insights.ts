import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { invalidParameter } from '../../kernel/errors.ts'
import type { CheckInsights } from '../../model/check-insights.ts'
import { timeframeIntervals, type Timeframe } from '../../model/timeframe.ts'
import { foldedVerdict } from '../../store/check-results.ts'
import { requireCheck } from './read.ts'

/** Both days included, in UTC; a day that is given goes before the timeframe (default: a month until today). */
export interface InsightsQuery {
  timeframe?: Timeframe
  start_date?: string
  end_date?: string
}

/** Reporter. What the check concluded on each day of the range on which a scan that evaluated it started. */
export async function readInsights(
  context: Context,
  id: number,
  query: InsightsQuery,
): Promise<CheckInsights> {
  await requireCheck(context, id, 'Reporter')
  const { database } = context.store
  const now = (await context.clock.now(context.store.database)).toISOString()
  const { start_date, end_date, timeframe = 'month' } = query
  const isGiven = start_date !== undefined || end_date !== undefined
  const last = end_date ?? now.slice(0, 10)
  const { rows: ranges } = await sql<{ first: string }>`
    select to_char(coalesce(${start_date ?? null}::date, ${last}::date - ${timeframeIntervals[timeframe]}::interval), 'YYYY-MM-DD') as first`.execute(
    database,
  )
  const first = ranges[0]?.first ?? last
  if (first > last) throw invalidParameter('start_date', `start_date (${first}) is after end_date (${last}).`)
  const { rows } = await dailyVerdicts(id, first, last).execute(database)
  return {
    generated_at: now,
    start_date: first,
    end_date: last,
    timeframe: isGiven ? null : timeframe,
    daily_assertion_measured: rows,
  }
}

/** Of a day, the scan that started last is told in full. */
function dailyVerdicts(id: number, first: string, last: string) {
  return sql<CheckInsights['daily_assertion_measured'][number]>`
    with verdicts as (
      select operation_containers.operation_id, operation_containers.id, operation_containers.start_time,
        (operation_containers.start_time at time zone 'UTC')::date as day,
        max(check_results.partition_scan_id) as partition_scan_id,
        sum(check_results.asserted_records)::bigint as asserted, sum(check_results.anomalous_records)::bigint as anomalous,
        ${foldedVerdict} as verdict
      from check_results join operation_containers on operation_containers.id = check_results.container_scan_id
      where check_results.quality_check_id = ${id}
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
    from ranked where rank = 1 order by day`
}
