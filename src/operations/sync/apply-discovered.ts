import type { DiscoveredContainer } from '../../connectors/connector.ts'
import type { TableType } from '../../model/container.ts'
import { applyContainer, type ContainerChange } from '../../services/containers/apply-container.ts'
import {
  deleteContainer,
  forgetRemoval,
  listCatalogued,
  listRemovedNames,
  lockCatalogue,
  markInaccessible,
} from '../../store/catalogue.ts'
import { measureSynced } from '../../store/container-measurements.ts'
import type { Queryable } from '../../store/pool.ts'

/** The settings of a sync. */
export interface SyncOptions {
  /** The kinds of table that are wanted; files always are. */
  include: readonly TableType[]
  /** Delete containers that are gone from the source, rather than keep them as inaccessible. */
  prune: boolean
  /** Bring back containers that a person deleted and that still exist. */
  recreate: boolean
}

type SyncChange = ContainerChange | 'removed'

/** The result of a sync. */
export interface SyncOutcome {
  counts: Record<SyncChange, number>
  /** Every container that the sync touched or saw, in the order of the source, then those that are gone by name. */
  containers: {
    id: number
    name: string
    change: SyncChange
    unloadable: string | null
    /** Sentences about what a person may want to look at. */
    remarks: string[]
  }[]
}

/**
 * Writes what differs between the catalogue and the source, one container at a time. A container found gone twice in a
 * row is `removed` only the first time. Must run in a transaction, which holds off other syncs of the datastore.
 */
export async function applyDiscovered(
  transaction: Queryable,
  datastoreId: number,
  discovered: AsyncIterable<DiscoveredContainer> | Iterable<DiscoveredContainer>,
  { include, prune, recreate }: SyncOptions,
): Promise<SyncOutcome> {
  await lockCatalogue(transaction, datastoreId)
  const removedNames = await listRemovedNames(transaction, datastoreId)
  const outcome: SyncOutcome = { counts: { added: 0, updated: 0, removed: 0, unchanged: 0 }, containers: [] }
  const note = (noted: SyncOutcome['containers'][number]) => {
    outcome.counts[noted.change] += 1
    outcome.containers.push(noted)
  }
  const seen = new Set<string>()
  for await (const container of discovered) {
    if (!isWanted(container.table_type, include)) continue
    if (removedNames.has(container.name)) {
      if (!recreate) continue
      await forgetRemoval(transaction, datastoreId, container.name)
    }
    seen.add(container.name)
    const { id, change, unloadable, remarks } = await applyContainer(transaction, datastoreId, container)
    note({ id, name: container.name, change, unloadable, remarks })
  }
  for (const { id, name, table_type, status } of await listCatalogued(transaction, datastoreId)) {
    if (seen.has(name) || !isWanted(table_type, include)) continue
    if (prune) await deleteContainer(transaction, id)
    else if (status === 'inaccessible') continue
    else await markInaccessible(transaction, id)
    note({ id, name, change: 'removed', unloadable: null, remarks: [] })
  }
  await measureSynced(transaction, datastoreId)
  return outcome
}

function isWanted(tableType: TableType | null, include: readonly TableType[]): boolean {
  return tableType === null || include.includes(tableType)
}
