import type { DiscoveredContainer } from '../../connectors/connector.ts'
import type { TableType } from '../../model/container.ts'
import { applyContainer, type ContainerChange } from '../../services/containers/apply-container.ts'
import { dependantsOf, listComputed } from '../../store/computations.ts'
import {
  deleteContainer,
  forgetRemoval,
  listCatalogued,
  listRemovedNames,
  lockCatalogue,
  markInaccessible,
} from '../../store/catalogue.ts'
import { measureSynced } from '../../store/container-measurements.ts'
import { lockFindingsOf } from '../../store/identities.ts'
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

/** `removed`: it is gone from the source; see `is_kept`. */
type SyncChange = ContainerChange | 'removed'

interface NotedContainer {
  id: number
  name: string
  change: SyncChange
  /** True where what is known of it stays, also where the source has it no more. */
  is_kept: boolean
  /** Why the last look at it failed; null: it did not. */
  unloadable: string | null
  /** Sentences about what a person may want to look at. */
  remarks: string[]
}

/** The result of a sync. */
export interface SyncOutcome {
  counts: Record<SyncChange, number>
  /** Every container that the sync touched or saw, in the order of the source, then those that are gone by name. */
  containers: NotedContainer[]
  /** Names of containers of the source that computed ones have too, so that they are not seen. */
  hidden: Set<string>
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
  const noted = new Map<string, NotedContainer>()
  const apply = async (container: DiscoveredContainer): Promise<void> => {
    const applied = await applyContainer(transaction, datastoreId, container)
    noted.set(container.name, { name: container.name, is_kept: true, ...applied })
  }
  const computed = new Set((await listComputed(transaction, datastoreId)).map(({ name }) => name))
  const seen = new Set<string>()
  const hidden = new Set<string>()
  const telling: DiscoveredContainer[] = []
  for await (const container of discovered) {
    if (!isWanted(container.table_type, include)) continue
    if (removedNames.has(container.name)) {
      if (!recreate) continue
      await forgetRemoval(transaction, datastoreId, container.name)
    }
    seen.add(container.name)
    if (computed.has(container.name)) {
      hidden.add(container.name)
      continue
    }
    if (tellsValues(container)) telling.push(container)
    else await apply(container)
  }
  await lockTelling(transaction, datastoreId, telling)
  for (const container of telling) await apply(container)
  const containers = [...seen].flatMap((name) => noted.get(name) ?? [])
  const gone = await removeOthers(transaction, datastoreId, seen, { include, prune })
  await measureSynced(transaction, datastoreId)
  return { ...countChanges([...containers, ...gone]), hidden }
}

/** True of what quotes values, perhaps: a reason of the source's own, or a remark on a field. */
function tellsValues({ unloadable, remarks = [] }: DiscoveredContainer): boolean {
  return unloadable !== null || remarks.length > 0
}

/**
 * Who masks a field of such a container waits from here on, until the sync is over and what it says is there to be withheld.
 * It comes last, when all that takes long is done.
 */
async function lockTelling(
  transaction: Queryable,
  datastoreId: number,
  telling: readonly DiscoveredContainer[],
): Promise<void> {
  const names = new Set(telling.map(({ name }) => name))
  const known = await listCatalogued(transaction, datastoreId)
  await lockFindingsOf(
    transaction,
    known.flatMap(({ id, name }) => (names.has(name) ? id : [])),
  )
}

async function removeOthers(
  transaction: Queryable,
  datastoreId: number,
  seen: ReadonlySet<string>,
  { include, prune }: Pick<SyncOptions, 'include' | 'prune'>,
): Promise<NotedContainer[]> {
  const gone: NotedContainer[] = []
  for (const { id, name, table_type, status } of await listCatalogued(transaction, datastoreId)) {
    if (seen.has(name) || !isWanted(table_type, include)) continue
    // What computed containers read is kept, so that they can say what is missing.
    const is_kept = !prune || (await dependantsOf(transaction, id)).length > 0
    if (!is_kept) await deleteContainer(transaction, id)
    else if (status === 'inaccessible') continue
    else await markInaccessible(transaction, id)
    gone.push({ id, name, change: 'removed', is_kept, unloadable: null, remarks: [] })
  }
  return gone
}

function countChanges(containers: NotedContainer[]): Pick<SyncOutcome, 'counts' | 'containers'> {
  const counts = { added: 0, updated: 0, removed: 0, unchanged: 0 }
  for (const { change } of containers) counts[change] += 1
  return { counts, containers }
}

function isWanted(tableType: TableType | null, include: readonly TableType[]): boolean {
  return tableType === null || include.includes(tableType)
}
