import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { TeamPermission } from '../../model/principal.ts'
import type { Queryable } from '../../store/pool.ts'
import { containerScans } from '../../store/container-scan-list.ts'
import { presentContainerScan } from './present.ts'

/** One container scan with its partition scans; 404, or 403 below Reporter. */
export async function readContainerScan(context: Context, id: number) {
  const scan = await findContainerScan(context, id, 'Reporter')
  const parts = await partitionScans(context.store.database, id)
  const partitions_unchanged = parts.filter(({ unchanged_since }) => unchanged_since !== null).length
  return { ...scan, partitions_unchanged, partition_scans: parts }
}

/** The container scan, when the caller holds the permission on its datastore; null permission for none. */
export async function findContainerScan(context: Context, id: number, permission: TeamPermission | null) {
  const row = await containerScans(context.store.database)
    .where('operation_containers.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('container scan', id)
  if (permission !== null) {
    await requireDatastore(context, row.datastore_id, permission, ['container scan', id])
  }
  return presentContainerScan(row)
}

async function partitionScans(database: Queryable, containerScanId: number) {
  const found = sql<{ open_anomaly_count: number; archived_anomaly_count: number }>`(
    select count(open.id) as open_anomaly_count, count(*) - count(open.id) as archived_anomaly_count
    from anomaly_detections
    left join anomalies as open on open.id = anomaly_detections.anomaly_id and open.status in ('Active', 'Acknowledged')
    where anomaly_detections.partition_scan_id = partition_scans.id)`
  const rows = await database
    .selectFrom('partition_scans')
    .innerJoinLateral(found.as('found'), (join) => join.onTrue())
    .select(['id', 'partition_id', 'partition_name', 'start_time', 'end_time'])
    .select(['records_processed', 'anomaly_count', 'result', 'message', 'unchanged_since'])
    .select(['found.open_anomaly_count', 'found.archived_anomaly_count'])
    .where('container_scan_id', '=', containerScanId)
    .orderBy('partition_name')
    .execute()
  return rows.map(({ partition_id, partition_name, ...scan }) => ({
    ...scan,
    partition: { id: partition_id, name: partition_name },
  }))
}
