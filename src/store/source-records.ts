import { sql } from 'kysely'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { Queryable } from './pool.ts'

/** The number of records that are kept with the anomaly. */
export async function countRecords(database: Queryable, anomalyId: number): Promise<number> {
  const { total } = await database
    .selectFrom('source_records')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('anomaly_id', '=', anomalyId)
    .executeTakeFirstOrThrow()
  return total
}

/** A check that an anomaly fails, in the version that the scan judged which found it last; in the one in force where that is not known. */
export interface FailedCheck {
  id: number
  rule_type: string
  fields: string[]
  properties: Record<string, unknown>
}

/** The checks that the anomaly fails. */
export async function checksFailedBy(database: Queryable, anomalyId: number): Promise<FailedCheck[]> {
  const { rows } = await sql<FailedCheck>`
    select quality_checks.id, quality_checks.rule_type,
      coalesce(judged.definition -> 'fields', to_jsonb(quality_checks.fields)) as fields,
      coalesce(judged.definition -> 'properties', quality_checks.properties) as properties
    from anomaly_failed_checks join quality_checks on quality_checks.id = anomaly_failed_checks.quality_check_id
    join anomalies on anomalies.id = anomaly_failed_checks.anomaly_id
    left join operation_containers as scans on scans.id = anomalies.container_scan_id
    left join quality_check_versions as judged
      on judged.quality_check_id = quality_checks.id and judged.id = any(scans.check_versions)
    where anomaly_failed_checks.anomaly_id = ${anomalyId} order by quality_checks.id`.execute(database)
  return rows
}

/** At most `limit` records of the anomaly in their order, those after the ordinal `after` (default: from the first) but `skipped` of them. */
export function readRecords(
  database: Queryable,
  anomalyId: number,
  limit: number,
  { after = -1, skipped = 0 } = {},
): Promise<{ ordinal: number; record: HeldRecord }[]> {
  return database
    .selectFrom('source_records')
    .select(['ordinal', 'record'])
    .where('anomaly_id', '=', anomalyId)
    .where('ordinal', '>', after)
    .orderBy('ordinal')
    .limit(limit)
    .offset(skipped)
    .execute()
}
