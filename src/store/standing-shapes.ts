import { sql } from 'kysely'
import type { MessagePart } from '../model/message-template.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'

/** The count and message of an open shape anomaly since it was counted last. */
export interface StandingShape {
  id: number
  anomalous_records_count: number | null
  message: string
  /** Null where the message shows no values of rows. */
  template: MessagePart[] | null
}

/** The open shape anomalies of these identities, by identity. */
export async function standingShapes(
  transaction: Queryable,
  containerId: number,
  identities: readonly string[],
): Promise<Map<string, StandingShape>> {
  const rows = await transaction
    .selectFrom('anomalies')
    .innerJoin('anomaly_failed_checks as failed', 'failed.anomaly_id', 'anomalies.id')
    .select(['anomalies.id', 'identity', 'anomalous_records_count', 'anomalies.message', 'failed.template'])
    .where('container_id', '=', containerId)
    .where('identity', 'in', identities)
    .where(isOpenAnomaly)
    .execute()
  return new Map(rows.map(({ identity, ...standing }) => [identity, standing]))
}

/** By check, the number of its failing rows that the container scan has rolled up so far; a check of which no partition has is absent. */
export async function rolledUpSoFar(
  transaction: Queryable,
  containerScanId: number,
  checkIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ check_id: number; counted: number }>`
    select quality_check_id as check_id, sum(anomalous_records)::bigint as counted from check_results
    where container_scan_id = ${containerScanId} and quality_check_id = any(${checkIds}::bigint[]) and is_rolled_up
    group by quality_check_id`.execute(transaction)
  return new Map(rows.map(({ check_id, counted }) => [check_id, counted]))
}
