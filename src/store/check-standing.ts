import { sql } from 'kysely'
import type { LastResult } from '../model/check.ts'
import { foldedVerdict, isOfContainer, lastVerdictFirst } from './check-results.ts'
import { onDay } from './days.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import { scanBegin } from './scans.ts'

/** How many open anomalies a row of quality_checks has found. */
export const openAnomaliesOfCheck = sql<number>`(
  select count(*) from anomaly_failed_checks join anomalies on anomalies.id = anomaly_failed_checks.anomaly_id
  where anomaly_failed_checks.quality_check_id = quality_checks.id and ${isOpenAnomaly})`

/** Days on which container scans were made, both included, in UTC. */
export interface JudgedDays {
  judged_from?: string | undefined
  judged_until?: string | undefined
}

/**
 * The verdict of the last scan of the container that had a row of quality_checks, `never` where none had it; of the scans of these days
 * (default: all).
 */
function lastResult(days: JudgedDays = {}) {
  return sql<Exclude<LastResult, 'stale'>>`coalesce((
    select ${foldedVerdict} from check_results ${madeOn(days)}
    where check_results.quality_check_id = quality_checks.id and ${isOfContainer}
    group by check_results.scan_start_time, check_results.container_scan_id order by ${lastVerdictFirst} limit 1), 'never')`
}

function madeOn({ judged_from, judged_until }: JudgedDays) {
  if (!judged_from && !judged_until) return sql``
  const made = 'operation_containers.created'
  return sql`join operation_containers on operation_containers.id = check_results.container_scan_id
    and ${judged_from ? onDay(made, judged_from, 0, 'from') : sql`true`}
    and ${judged_until ? onDay(made, judged_until, 0, 'until') : sql`true`}`
}

/** The same of all scans. */
export const lastResultOfCheck = lastResult()

/** Whether container scans of these days had a row of quality_checks. */
export const wasJudged = (days: JudgedDays) => sql<boolean>`${lastResult(days)} <> 'never'`

/** Whether a scan of the container has succeeded that is later than the last one that had the check. */
export const isStale = sql<boolean>`exists (
  select from operation_containers
  where operation_containers.container_id = quality_checks.container_id and operation_containers.kind = 'scan'
    and operation_containers.result = 'success' and ${scanBegin} > (
      select max(check_results.scan_start_time) from check_results
      where check_results.quality_check_id = quality_checks.id and ${isOfContainer}))`

/** True for rows of quality_checks that stand in one of these ways, by the scans of these days (default: all). */
export function standsAs(results: readonly LastResult[], days: JudgedDays = {}) {
  const verdicts = results.filter((result) => result !== 'stale')
  const hasVerdict = sql<boolean>`${lastResult(days)} = any(${verdicts}::text[])`
  if (verdicts.length === results.length) return hasVerdict
  return verdicts.length === 0 ? isStale : sql<boolean>`(${hasVerdict} or ${isStale})`
}
