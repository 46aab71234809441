import { sql, type CompiledQuery } from 'kysely'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { Queryable } from './pool.ts'

/** The rules of the checks that found something in a container scan. */
export async function failedRules(database: Queryable, id: number): Promise<string[]> {
  const rows = await database
    .selectFrom('check_results')
    .innerJoin('quality_checks', 'quality_checks.id', 'check_results.quality_check_id')
    .select('rule_type')
    .distinct()
    .where('container_scan_id', '=', id)
    .where('check_results.anomaly_count', '>', 0)
    .execute()
  return rows.map((row) => row.rule_type)
}

/** The distinct rows that a container scan found, at most `limit` of them, each with its anomalies; `total` counts them all. */
export async function distinctRecords(
  database: Queryable,
  id: number,
  limit: number,
): Promise<{ total: number; rows: { record: HeldRecord; anomaly_ids: number[] }[] }> {
  const { rows: found } = await sql<{ total: number; hashes: string[] }>`
    with distinct_rows as materialized (select row_hash from ${recordsOf(id)} group by row_hash)
    select (select count(*) from distinct_rows) as total,
           array(select row_hash from distinct_rows order by row_hash limit ${limit}) as hashes`.execute(
    database,
  )
  const { total = 0, hashes = [] } = found[0] ?? {}
  const { rows } = await sql<{ record: HeldRecord; anomaly_ids: number[] }>`
    select (array_agg(record::text))[1]::json as record, array_agg(distinct anomaly_id) as anomaly_ids
    from ${recordsOf(id)} where row_hash = any(${hashes}::text[]) group by row_hash order by row_hash`.execute(
    database,
  )
  return { total, rows }
}

/** A statement that gives the same rows, all of them when `limit` is null. */
export function recordsInOrder(
  database: Queryable,
  id: number,
  limit: number | null,
): CompiledQuery<{ record: HeldRecord }> {
  // Only keys are sorted; each record is then looked up when it is its turn.
  return sql<{ record: HeldRecord }>`
    select found.record
    from (
      select distinct on (row_hash) row_hash, anomaly_id, ordinal from ${recordsOf(id)}
      order by row_hash, anomaly_id, ordinal limit ${limit}) as chosen
    cross join lateral (
      select source_records.record from source_records
      where source_records.anomaly_id = chosen.anomaly_id and source_records.ordinal = chosen.ordinal limit 1) as found
    order by chosen.row_hash`.compile(database)
}

/** Records of every anomaly that the container scan found. Anomaly by anomaly (`offset 0`): never by reading all that there are. */
function recordsOf(id: number) {
  return sql`(
    select records.* from anomaly_detections
    cross join lateral (
      select * from source_records where source_records.anomaly_id = anomaly_detections.anomaly_id offset 0) as records
    where anomaly_detections.container_scan_id = ${id}) as records`
}
