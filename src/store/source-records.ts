import type { HeldRecord } from '../kernel/record-json.ts'
import type { Queryable } from './pool.ts'

/** The rules of the checks that the anomaly fails. */
export async function rulesFailedBy(database: Queryable, anomalyId: number): Promise<string[]> {
  const failed = await database
    .selectFrom('anomaly_failed_checks')
    .innerJoin('quality_checks', 'quality_checks.id', 'anomaly_failed_checks.quality_check_id')
    .select('rule_type')
    .where('anomaly_id', '=', anomalyId)
    .execute()
  return failed.map((check) => check.rule_type)
}

/** The number of records that are kept with the anomaly. */
export async function countRecords(database: Queryable, anomalyId: number): Promise<number> {
  const { total } = await database
    .selectFrom('source_records')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('anomaly_id', '=', anomalyId)
    .executeTakeFirstOrThrow()
  return total
}

/** At most `limit` records of the anomaly in their order, those after the ordinal `after` (default: from the first). */
export function readRecords(
  database: Queryable,
  anomalyId: number,
  limit: number,
  after = -1,
): Promise<{ ordinal: number; record: HeldRecord }[]> {
  return database
    .selectFrom('source_records')
    .select(['ordinal', 'record'])
    .where('anomaly_id', '=', anomalyId)
    .where('ordinal', '>', after)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}
