import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

/** A scan of a container that began after another one, whatever has become of either. */
export interface LaterScan {
  id: number
  /** True for an incremental one: it says nothing of the rows that earlier ones have read. */
  reads_new_only: boolean
}

/** The scans of the container that began to read it after this one did; nearly always there is none. */
export async function laterScans(transaction: Queryable, containerScanId: number): Promise<LaterScan[]> {
  const { rows } = await sql<LaterScan>`
    select later.id, coalesce(operations.payload ->> 'incremental', 'false') = 'true' as reads_new_only
    from operation_containers as own
    join operation_containers as later
      on later.container_id = own.container_id and later.kind = 'scan' and coalesce(later.start_time, later.created) > own.start_time
    left join operations on operations.id = later.operation_id
    where own.id = ${containerScanId} and own.kind = 'scan'`.execute(transaction)
  return rows
}

/** Those of these anomalies that one of these scans found. */
export async function foundByAny(
  transaction: Queryable,
  scans: readonly LaterScan[],
  anomalyIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (scans.length === 0 || anomalyIds.length === 0) return new Set()
  const { rows } = await sql<{ anomaly_id: number }>`
    select distinct anomaly_id from anomaly_detections
    where container_scan_id = any(${scans.map(({ id }) => id)}::bigint[]) and anomaly_id = any(${anomalyIds}::bigint[])`.execute(
    transaction,
  )
  return new Set(rows.map(({ anomaly_id }) => anomaly_id))
}
