import { sql } from 'kysely'
import type { Detection } from './anomalies.ts'
import type { Queryable } from './pool.ts'

/**
 * Opens again, of each identity that has no open anomaly, the one that was archived last, and notes it in its history;
 * what a scan then saves under that identity brings it up to date. Rows are locked in the order of their identities, as
 * everywhere.
 */
export async function reactivateArchived(
  transaction: Queryable,
  { container_id, container_scan_id }: Detection,
  identities: readonly string[],
): Promise<void> {
  if (identities.length === 0) return
  await sql`
    with recurring as materialized (
      select id, status from anomalies
      where id in (
        select distinct on (archived.identity) archived.id from anomalies as archived
        where archived.container_id = ${container_id} and archived.identity = any(${identities}::text[])
          and archived.status not in ('Active', 'Acknowledged')
          and not exists (select from anomalies as open
                          where open.container_id = archived.container_id and open.identity = archived.identity
                            and open.status in ('Active', 'Acknowledged'))
        order by archived.identity, archived.archived_at desc nulls last, archived.id desc)
      order by identity
      for update
    ), reactivated as (
      update anomalies set status = 'Active', archived_at = null, is_new = false
      from recurring where anomalies.id = recurring.id
      returning anomalies.id, recurring.status
    )
    insert into anomaly_status_changes (anomaly_id, from_status, to_status, operation_id, container_scan_id)
    select reactivated.id, reactivated.status, 'Active', operation_containers.operation_id, operation_containers.id
    from reactivated join operation_containers on operation_containers.id = ${container_scan_id}`.execute(
    transaction,
  )
}
