import { sql } from 'kysely'
import { ExactNumber } from '../kernel/cell.ts'
import { hold, type Held } from '../kernel/held.ts'
import { toPage, type Page, type PageRequest } from '../kernel/page.ts'
import type { Quantity } from '../kernel/quantity.ts'
import type { AssertionResult } from '../model/check.ts'
import {
  detailsOfVerdict,
  foldedVerdict,
  isOfContainer,
  lastVerdictFirst,
  reasonsOfVerdict,
  type VerdictReasons,
} from './check-results.ts'
import type { Queryable } from './pool.ts'

/** The verdict on a check in one scan of its container, and what the scan measured for it (null: nothing). */
export interface PastResult {
  container_scan_id: number
  operation_id: number
  start_time: string | null
  assertion_result: AssertionResult
  assertion_details: string | null
  asserted_records: number | null
  anomalous_records: number | null
  /** Null: the scan did not keep which one it judged. */
  version: number | null
  measurement: Held<Quantity> | null
}

const versionOf = sql`(
  select number from quality_check_versions
  where quality_check_versions.quality_check_id = latest.quality_check_id
    and quality_check_versions.id = any(operation_containers.check_versions))`

/** A page of the verdicts on a check, by the scans of its container, the last one first. */
export async function listPastResults(
  database: Queryable,
  checkId: number,
  request: PageRequest,
): Promise<Page<PastResult>> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct container_scan_id) as total from check_results where quality_check_id = ${checkId} and ${isOfContainer}`.execute(
    database,
  )
  const { rows } = await sql<
    Omit<PastResult, 'measurement' | 'assertion_details'> &
      VerdictReasons & { value: number | null; digits: string | null }
  >`
    select latest.container_scan_id, operation_containers.operation_id, operation_containers.start_time, latest.assertion_result,
      latest.asserted_records, latest.anomalous_records, latest.refusal, latest.any_details, latest.runs, latest.proofs,
      ${versionOf} as version, check_measurements.value, check_measurements.digits
    from (
      select quality_check_id, container_scan_id, scan_start_time, ${foldedVerdict} as assertion_result, ${reasonsOfVerdict},
        sum(asserted_records)::bigint as asserted_records, sum(anomalous_records)::bigint as anomalous_records
      from check_results where quality_check_id = ${checkId} and ${isOfContainer}
      group by quality_check_id, scan_start_time, container_scan_id order by ${lastVerdictFirst}
      limit ${request.size} offset ${(request.page - 1) * request.size}) as latest
    join operation_containers on operation_containers.id = latest.container_scan_id
    left join check_measurements on check_measurements.quality_check_id = latest.quality_check_id
      and check_measurements.container_scan_id = latest.container_scan_id
    order by latest.scan_start_time desc, latest.container_scan_id desc`.execute(database)
  const items = rows.map(({ refusal, any_details, runs, proofs, value, digits, ...result }) => ({
    ...result,
    assertion_details: detailsOfVerdict(result.assertion_result, { refusal, any_details, runs, proofs }),
    measurement: value === null ? null : hold<Quantity>(digits === null ? value : new ExactNumber(digits)),
  }))
  return toPage(items, counted[0]?.total ?? 0, request)
}

/** A verdict in short: what a strip of them shows. */
export type ShortResult = Pick<PastResult, 'container_scan_id' | 'assertion_result' | 'version'>

/** The same in short of each of these checks, at most `limit` each; a check without any is absent. */
export async function recentResults(
  database: Queryable,
  checkIds: readonly number[],
  limit: number,
): Promise<Map<number, ShortResult[]>> {
  const { rows } = await sql<ShortResult & { quality_check_id: number }>`
    select latest.quality_check_id, latest.container_scan_id, latest.assertion_result, ${versionOf} as version
    from unnest(${checkIds}::bigint[]) as checks (id)
    cross join lateral (
      select quality_check_id, container_scan_id, scan_start_time, ${foldedVerdict} as assertion_result
      from check_results where check_results.quality_check_id = checks.id and ${isOfContainer}
      group by quality_check_id, scan_start_time, container_scan_id order by ${lastVerdictFirst} limit ${limit}) as latest
    join operation_containers on operation_containers.id = latest.container_scan_id
    order by latest.scan_start_time desc, latest.container_scan_id desc`.execute(database)
  const byCheck = new Map<number, ShortResult[]>()
  for (const { quality_check_id, ...result } of rows) {
    const results = byCheck.get(quality_check_id) ?? []
    byCheck.set(quality_check_id, results)
    results.push(result)
  }
  return byCheck
}
