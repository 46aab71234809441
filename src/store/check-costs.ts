import { sql } from 'kysely'
import { toPage, type Page, type PageRequest } from '../kernel/page.ts'
import type { CheckCost } from '../model/check-cost.ts'
import { lastVerdictFirst } from './check-results.ts'
import type { Queryable } from './pool.ts'

/** What a check cost in the container scans that judged it, the newest first: by the statements that these have kept. */
export async function checkCosts(
  database: Queryable,
  checkId: number,
  { page, size }: PageRequest,
): Promise<Page<CheckCost>> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct container_scan_id) as total from check_results where quality_check_id = ${checkId}`.execute(
    database,
  )
  const { rows } = await sql<CheckCost>`
    with judged as materialized (
      select container_scan_id, scan_start_time, bool_and(proof is not null) as is_proven, bool_and(unchanged_since is not null) as is_kept
      from check_results where quality_check_id = ${checkId}
      group by scan_start_time, container_scan_id order by ${lastVerdictFirst}
      limit ${size} offset ${(page - 1) * size}
    )
    select judged.container_scan_id, scans.operation_id, scans.start_time, scans.records_processed, spent.*,
           case when spent.statements > 0 then 'read' when judged.is_proven then 'proven'
                when judged.is_kept then 'kept' else 'none' end as basis
    from judged
    join operation_containers as scans on scans.id = judged.container_scan_id
    cross join lateral (
      select count(note) as statements, coalesce(sum((note ->> 'milliseconds')::bigint), 0)::bigint as milliseconds,
             coalesce(round(sum((note ->> 'milliseconds')::numeric / jsonb_array_length(note -> 'check_ids')), 3), 0)::float8 as own_milliseconds,
             coalesce(max(jsonb_array_length(note -> 'check_ids')) - 1, 0) as shared_with
      from (select statements from partition_scans where container_scan_id = scans.id
            union all select scans.statements) as parts
      cross join lateral jsonb_array_elements(parts.statements) as noted (note)
      where note -> 'check_ids' @> to_jsonb(${checkId}::bigint)
    ) as spent
    order by judged.scan_start_time desc, judged.container_scan_id desc`.execute(database)
  return toPage(rows, counted[0]?.total ?? 0, { page, size })
}
