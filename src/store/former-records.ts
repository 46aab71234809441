import { sql } from 'kysely'
import { opened } from '../kernel/held.ts'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** Former rows kept of an anomaly; a column that moves at every load would fill the history for ever. */
const mostFormer = 20

/** The rows that are kept with these record anomalies now. */
export async function keptRecords(
  transaction: Queryable,
  anomalyIds: readonly number[],
): Promise<Map<number, HeldRecord>> {
  if (anomalyIds.length === 0) return new Map()
  const { rows } = await sql<{ anomaly_id: number; record: HeldRecord }>`${prepared}
    select anomaly_id, record from source_records
    where anomaly_id = any(${anomalyIds}::bigint[]) and ordinal = 0`.execute(transaction)
  return new Map(rows.map(({ anomaly_id, record }) => [anomaly_id, record]))
}

/** Notes in the history of these anomalies that a scan found their rows with other values, and what the rows were before. */
export async function rememberFormer(
  transaction: Queryable,
  containerScanId: number,
  former: ReadonlyMap<number, HeldRecord>,
): Promise<void> {
  if (former.size === 0) return
  const ids = [...former.keys()]
  await sql`
    insert into anomaly_status_changes (anomaly_id, from_status, to_status, operation_id, container_scan_id, former_record)
    select anomalies.id, status, status, operation_containers.operation_id, operation_containers.id, former.record
    from unnest(${ids}::bigint[], ${[...former.values()].map((record) => opened(record))}::json[]) as former (anomaly_id, record)
    join anomalies on anomalies.id = former.anomaly_id
    join operation_containers on operation_containers.id = ${containerScanId}
    order by anomalies.id`.execute(transaction)
  await sql`
    delete from anomaly_status_changes where id in (
      select id from (
        select id, row_number() over (partition by anomaly_id order by id desc) as position
        from anomaly_status_changes where anomaly_id = any(${ids}::bigint[]) and former_record is not null) as noted
      where position > ${mostFormer})`.execute(transaction)
}
