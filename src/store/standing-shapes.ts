import { sql } from 'kysely'
import type { MessagePart } from '../model/message-template.ts'
import type { Queryable } from './pool.ts'

/** The count and message of an open shape anomaly since it was counted last. */
export interface StandingShape {
  anomalous_records_count: number | null
  message: string
  /** Null where the message shows no values of rows. */
  template: MessagePart[] | null
}

/** The open shape anomaly of this identity; null when there is none. */
export async function standingShape(
  transaction: Queryable,
  containerId: number,
  identity: string,
): Promise<StandingShape | null> {
  const standing = await transaction
    .selectFrom('anomalies')
    .innerJoin('anomaly_failed_checks as failed', 'failed.anomaly_id', 'anomalies.id')
    .select(['anomalous_records_count', 'anomalies.message', 'failed.template'])
    .where('container_id', '=', containerId)
    .where('identity', '=', identity)
    .where('status', 'in', ['Active', 'Acknowledged'])
    .executeTakeFirst()
  return standing ?? null
}

/** The number of failing rows of a check that the container scan has rolled up so far; null when no partition of it has. */
export async function rolledUpSoFar(
  transaction: Queryable,
  containerScanId: number,
  checkId: number,
): Promise<number | null> {
  const { rows } = await sql<{ counted: number | null }>`
    select sum(anomalous_records)::bigint as counted from check_results
    where container_scan_id = ${containerScanId} and quality_check_id = ${checkId} and is_rolled_up`.execute(
    transaction,
  )
  return rows[0]?.counted ?? null
}
