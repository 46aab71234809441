import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { countScans, findContainerScans, type ContainerScanFilter } from '../../store/container-scan-list.ts'
import type { ContainerScanFacet, Facets } from '../../model/facet.ts'
import { presentContainerScan } from './present.ts'

/** Container scans of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listContainerScans(
  context: Context,
  filter: ContainerScanFilter,
  request: PageRequest,
) {
  const visible = await visibleDatastoreIds(context)
  const { total, scans } = await findContainerScans(context.store.database, visible, filter, request)
  return toPage(scans.map(presentContainerScan), total, request)
}

/** Member: how many of them there are by each of these. */
export async function countContainerScans(
  context: Context,
  names: readonly ContainerScanFacet[],
  filter: ContainerScanFilter,
): Promise<Facets> {
  return countScans(context.store.database, await visibleDatastoreIds(context), filter, names)
}
