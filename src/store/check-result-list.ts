import { sql } from 'kysely'
import { toPage, type PageRequest } from '../kernel/page.ts'
import { fieldIds } from './check-details.ts'
import {
  basesOfVerdict,
  detailsOfVerdict,
  foldedVerdict,
  reasonsOfVerdict,
  type VerdictReasons,
} from './check-results.ts'
import { containing } from './paging.ts'
import type { Queryable } from './pool.ts'

/** Filters of check results; see the contract, Scan check results. */
export interface CheckResultFilter {
  /** A part of the check's description in any letter case, or of its id. */
  search?: string
  result?: 'passed' | 'failed'
  /** Default `desc`. */
  sort_anomalies?: 'asc' | 'desc'
}

/** Check results of a container scan, or of all those of a run, folded over their partitions. */
export async function listCheckResults(
  database: Queryable,
  of: { container_scan_id: number } | { operation_id: number },
  { search, result, sort_anomalies = 'desc' }: CheckResultFilter,
  request: PageRequest,
) {
  const scope =
    'operation_id' in of
      ? sql`operation_containers.operation_id = ${of.operation_id}`
      : sql`operation_containers.id = ${of.container_scan_id}`
  const found = search
    ? sql`(quality_checks.description ilike ${containing(search)} or quality_checks.id::text like ${containing(search)})`
    : sql`true`
  const evaluated = sql`check_results
    join operation_containers on operation_containers.id = check_results.container_scan_id
    join quality_checks on quality_checks.id = check_results.quality_check_id
    where ${scope} and ${found}`
  const results = sql`
    select quality_checks.id, quality_checks.description, quality_checks.rule_type, quality_checks.status, quality_checks.fields as field_names,
      operation_containers.id as container_scan_id, operation_containers.anomaly_count as container_scan_anomaly_count,
      operation_containers.container_id, containers.name as container_name,
      sum(check_results.anomaly_count)::bigint as scan_anomaly_count,
      sum(check_results.asserted_records)::bigint as asserted_records, sum(check_results.anomalous_records)::bigint as anomalous_records,
      ${foldedVerdict} as assertion_result,
      ${reasonsOfVerdict}, ${basesOfVerdict} as asserted_by
    from containers, ${evaluated} and containers.id = operation_containers.container_id
    group by quality_checks.id, operation_containers.id, containers.name`
  const wanted = result === undefined ? sql`` : sql`where (scan_anomaly_count > 0) = ${result === 'failed'}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (
      select sum(check_results.anomaly_count) as scan_anomaly_count
      from ${evaluated} group by check_results.container_scan_id, check_results.quality_check_id) as results ${wanted}`.execute(
    database,
  )
  const direction = sort_anomalies === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<CheckResultRow>`
    select * from (${results}) as results ${wanted}
    order by scan_anomaly_count ${direction}, id, container_scan_id
    limit ${request.size} offset ${(request.page - 1) * request.size}`.execute(database)
  const items = await withFields(database, rows)
  return toPage(items, counted[0]?.total ?? 0, request)
}

interface CheckResultRow extends VerdictReasons {
  id: number
  container_id: number
  container_name: string
  field_names: string[]
  assertion_result: string
}

async function withFields(database: Queryable, rows: readonly CheckResultRow[]) {
  const containers = [...new Set(rows.map((row) => row.container_id))]
  const fieldId = await fieldIds(database, containers)
  return rows.map(
    ({ container_id, container_name, field_names, refusal, any_details, runs, proofs, ...check }) => ({
      ...check,
      assertion_details: detailsOfVerdict(check.assertion_result, { refusal, any_details, runs, proofs }),
      container: { id: container_id, name: container_name },
      fields: field_names.flatMap((name) => {
        const id = fieldId(container_id, name)
        return id === null ? [] : [{ id, name }]
      }),
    }),
  )
}
