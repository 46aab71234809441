import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { TeamPermission } from '../../model/principal.ts'
import { findContainerScan as findRow } from '../../store/container-scan-list.ts'
import { shownPartitionScans } from '../../store/partition-scans.ts'
import { presentContainerScan } from './present.ts'

/** One container scan with its partition scans; 404, or 403 below Reporter. */
export async function readContainerScan(context: Context, id: number) {
  const scan = await findContainerScan(context, id, 'Reporter')
  const parts = await shownPartitionScans(context.store.database, id)
  const partitions_unchanged = parts.filter(({ unchanged_since }) => unchanged_since !== null).length
  return { ...scan, partitions_unchanged, partition_scans: parts }
}

/** The container scan, when the caller holds the permission on its datastore; null permission for none. */
export async function findContainerScan(context: Context, id: number, permission: TeamPermission | null) {
  const row = await findRow(context.store.database, id)
  if (!row) throw notFound('container scan', id)
  if (permission !== null) {
    await requireDatastore(context, row.datastore_id, permission, ['container scan', id])
  }
  return presentContainerScan(row)
}
