import { sql } from 'kysely'
import type { LastResult } from '../model/check.ts'
import { foldedVerdict } from './check-results.ts'
import { isContainerScan } from './scans.ts'

/** How many open anomalies a row of quality_checks has found. */
export const openAnomaliesOfCheck = sql<number>`(
  select count(*) from anomaly_failed_checks join anomalies on anomalies.id = anomaly_failed_checks.anomaly_id
  where anomaly_failed_checks.quality_check_id = quality_checks.id and anomalies.status in ('Active', 'Acknowledged'))`

/** The verdict of the last container scan that had a row of quality_checks, `never` where none had it. */
export const lastResultOfCheck = sql<Exclude<LastResult, 'stale'>>`coalesce((
  select ${foldedVerdict} from check_results where check_results.quality_check_id = quality_checks.id
  group by check_results.container_scan_id order by check_results.container_scan_id desc limit 1), 'never')`

/** Whether a scan of the container has succeeded that is newer than the last one that had the check. */
const isStale = sql<boolean>`exists (
  select from operation_containers
  where operation_containers.container_id = quality_checks.container_id and ${isContainerScan}
    and operation_containers.result = 'success'
    and operation_containers.id > (select max(check_results.container_scan_id) from check_results
                                   where check_results.quality_check_id = quality_checks.id))`

/** True for rows of quality_checks that stand in one of these ways. */
export function standsAs(results: readonly LastResult[]) {
  const verdicts = results.filter((result) => result !== 'stale')
  const hasVerdict = sql<boolean>`${lastResultOfCheck} = any(${verdicts}::text[])`
  if (verdicts.length === results.length) return hasVerdict
  return verdicts.length === 0 ? isStale : sql<boolean>`(${hasVerdict} or ${isStale})`
}
