import type { DiscoveredContainer } from '../../connectors/connector.ts'
import type { TableType } from '../../model/container.ts'
import {
  deleteContainer,
  findCatalogued,
  forgetRemoval,
  insertCatalogued,
  isCut,
  listCheckedFields,
  listCatalogued,
  listRemovedNames,
  lockCatalogue,
  markInaccessible,
  replaceFields,
  replacePartitions,
  replaceSourceKey,
  updateCatalogued,
  type CataloguedState,
} from '../../store/catalogue.ts'
import type { Queryable } from '../../store/pool.ts'

/** What a sync is asked to do. */
export interface SyncOptions {
  /** Which kinds of table are wanted; files always are. */
  include: readonly TableType[]
  /** Delete containers that are gone from the source, rather than keep them as inaccessible. */
  prune: boolean
  /** Bring back containers that a person deleted and that still exist. */
  recreate: boolean
}

/** `updated` covers other fields or partitions, and becoming readable or unreadable. */
type SyncChange = 'added' | 'updated' | 'removed' | 'unchanged'

/** What a sync did. */
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
    const { id, change, remarks } = await applyContainer(transaction, datastoreId, container)
    note({
      id,
      name: container.name,
      change,
      unloadable: container.unloadable,
      remarks: [...remarks, ...(container.remarks ?? [])],
    })
  }
  for (const { id, name, table_type, status } of await listCatalogued(transaction, datastoreId)) {
    if (seen.has(name) || !isWanted(table_type, include)) continue
    if (prune) await deleteContainer(transaction, id)
    else if (status === 'inaccessible') continue
    else await markInaccessible(transaction, id)
    note({ id, name, change: 'removed', unloadable: null, remarks: [] })
  }
  return outcome
}

function isWanted(tableType: TableType | null, include: readonly TableType[]): boolean {
  return tableType === null || include.includes(tableType)
}

/** Writes one container as it was found; must run in a transaction that holds the lock of the catalogue. */
export async function applyContainer(
  transaction: Queryable,
  datastoreId: number,
  container: DiscoveredContainer,
): Promise<{ id: number; change: SyncChange; remarks: string[] }> {
  const { name, container_type, table_type, unloadable, file_layout } = container
  const known = await findCatalogued(transaction, datastoreId, name)
  const state: CataloguedState = {
    container_type,
    table_type,
    status: unloadable === null ? 'available' : 'unloadable',
    status_reason: unloadable,
    ...(unloadable === null && { file_layout: file_layout ?? null }),
  }
  const id = known?.id ?? (await insertCatalogued(transaction, datastoreId, name, state))
  const remarks = unloadable === null ? await typeChanges(transaction, id, container) : []
  // What is known of an unreadable container stays: its checks keep their fields until it can be read again.
  const fieldsDiffer = unloadable === null && (await replaceFields(transaction, id, container.fields))
  const partitionsDiffer =
    unloadable === null &&
    // A source does not know how scans cut its tables.
    !(container.container_type === 'table' && (await isCut(transaction, id))) &&
    (await replacePartitions(transaction, id, container.partitions))
  const keyDiffers = unloadable === null && (await replaceSourceKey(transaction, id, container.key ?? null))
  if (!known) return { id, change: 'added', remarks }
  if (fieldsDiffer) state.status = 'changed'
  await updateCatalogued(transaction, id, state)
  const isSame =
    !fieldsDiffer &&
    !partitionsDiffer &&
    !keyDiffers &&
    known.container_type === container_type &&
    known.table_type === table_type &&
    known.status_reason === unloadable
  return { id, change: isSame ? 'unchanged' : 'updated', remarks }
}

/** A sentence for each field that Active checks name and that has another type than it had: they may not be evaluated any more. */
async function typeChanges(
  transaction: Queryable,
  containerId: number,
  { name, fields }: DiscoveredContainer,
): Promise<string[]> {
  const types = new Map(fields.map((field) => [field.name, field.type]))
  return (await listCheckedFields(transaction, containerId)).flatMap((field) => {
    const type = types.get(field.name)
    if (type === undefined || type === field.type) return []
    const checks = field.checks === 1 ? '1 Active check names it' : `${field.checks} Active checks name it`
    return `The type of "${field.name}" in "${name}" changed from ${field.type} to ${type}, and ${checks}.`
  })
}
