import { sql } from 'kysely'
import type { Detection } from './anomalies.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'

/**
 * Opens again those of these anomalies that are archived, and notes it in their history; what a scan then saves brings them
 * up to date. None may share its identity with an open anomaly.
 */
export async function reactivateArchived(
  transaction: Queryable,
  containerScanId: number,
  anomalyIds: readonly number[],
): Promise<void> {
  if (anomalyIds.length === 0) return
  await sql`
    with recurring as materialized (
      select id, status from anomalies
      where id = any(${anomalyIds}::bigint[]) and not (${isOpenAnomaly})
      order by identity, id
      for update
    ), reactivated as (
      update anomalies set status = 'Active', archived_at = null, is_new = false
      from recurring where anomalies.id = recurring.id
      returning anomalies.id, recurring.status
    )
    insert into anomaly_status_changes (anomaly_id, from_status, to_status, operation_id, container_scan_id)
    select reactivated.id, reactivated.status, 'Active', operation_containers.operation_id, operation_containers.id
    from reactivated join operation_containers on operation_containers.id = ${containerScanId}`.execute(
    transaction,
  )
}

/** Opens, of each of these identities, the anomaly that was archived last, unless one is open. */
export async function reactivateIdentities(
  transaction: Queryable,
  { container_id, container_scan_id }: Detection,
  identities: readonly string[],
): Promise<void> {
  if (identities.length === 0) return
  const { rows } = await sql<{ id: number; is_open: boolean }>`
    select distinct on (identity) id, ${isOpenAnomaly} as is_open from anomalies
    where container_id = ${container_id} and identity = any(${identities}::text[])
    order by identity, is_open desc, archived_at desc nulls last, id desc`.execute(transaction)
  const ids = rows.flatMap(({ id, is_open }) => (is_open ? [] : id))
  await reactivateArchived(transaction, container_scan_id, ids)
}
