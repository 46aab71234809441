import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { countScans, findContainerScans, type ContainerScanFilter } from '../../store/container-scan-list.ts'
import type { ContainerScanFacet, Facets } from '../../model/facet.ts'
import { firstPartitionScans } from '../../store/partition-scans.ts'
import { presentContainerScan } from './present.ts'

/** Container scans of the datastores that the caller may see, newest first unless sorted otherwise, each with its first partition scans. */
export async function listContainerScans(
  context: Context,
  filter: ContainerScanFilter,
  request: PageRequest,
) {
  const visible = await visibleDatastoreIds(context)
  const { database } = context.store
  const { total, scans } = await findContainerScans(database, visible, filter, request)
  const parts = await firstPartitionScans(
    database,
    scans.map(({ id }) => id),
  )
  const items = scans.map((scan) => ({
    ...presentContainerScan(scan),
    partition_scans: parts.get(scan.id) ?? [],
  }))
  return toPage(items, total, request)
}

/** Member: how many of them there are by each of these. */
export async function countContainerScans(
  context: Context,
  names: readonly ContainerScanFacet[],
  filter: ContainerScanFilter,
): Promise<Facets> {
  return countScans(context.store.database, await visibleDatastoreIds(context), filter, names)
}
