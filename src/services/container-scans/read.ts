import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { TeamPermission } from '../../model/principal.ts'
import type { Queryable } from '../../store/pool.ts'
import { containerScanColumns, presentContainerScan } from './present.ts'

/** One container scan with its partition scans; 404, or 403 below Reporter. */
export async function readContainerScan(context: Context, id: number) {
  const scan = await findContainerScan(context, id, 'Reporter')
  return { ...scan, partition_scans: await partitionScans(context.store.database, id) }
}

/** The container scan, when the caller holds the permission on its datastore; null permission for none. */
export async function findContainerScan(context: Context, id: number, permission: TeamPermission | null) {
  const row = await context.store.database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .innerJoin('datastores', 'datastores.id', 'operation_containers.datastore_id')
    .select(containerScanColumns)
    .where('operation_containers.id', '=', id)
    .where('operation_containers.kind', 'in', ['scan', 'external_scan'])
    .executeTakeFirst()
  if (!row) throw notFound('container scan', id)
  if (permission !== null) await requireDatastore(context, row.datastore_id, permission)
  return presentContainerScan(row)
}

async function partitionScans(database: Queryable, containerScanId: number) {
  const rows = await database
    .selectFrom('partition_scans')
    .select([
      'id',
      'partition_id',
      'partition_name',
      'start_time',
      'end_time',
      'records_processed',
      'anomaly_count',
      'result',
      'message',
    ])
    .select([countOf('Active', 'Acknowledged').as('open_anomaly_count')])
    .select([countOf('Resolved', 'Duplicate', 'Invalid', 'Discarded').as('archived_anomaly_count')])
    .where('container_scan_id', '=', containerScanId)
    .orderBy('partition_name')
    .execute()
  return rows.map(({ partition_id, partition_name, ...scan }) => ({
    ...scan,
    partition: { id: partition_id, name: partition_name },
  }))
}

/** Anomalies of the partition scan that have one of these statuses now. */
function countOf(...statuses: string[]) {
  return sql<number>`(select count(*) from anomaly_detections join anomalies on anomalies.id = anomaly_detections.anomaly_id
    where anomaly_detections.partition_scan_id = partition_scans.id and anomalies.status = any(${statuses}::text[]))`
}
