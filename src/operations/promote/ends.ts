import { absentOrForbidden, requireOrForbid } from '../../access/require.ts'
import { connectors } from '../../connectors/registry.ts'
import { invalidMember, RunFailure } from '../../kernel/errors.ts'
import { listed } from '../../kernel/listed.ts'
import type { StoreType } from '../../model/datastore.ts'
import type { RunContext } from '../../runs/operation.ts'
import { findContainer, type ContainerRow } from '../../store/containers.ts'
import { findDatastoreSource } from '../../store/datastores.ts'
import type { Queryable } from '../../store/pool.ts'

/** Ids that a refusal names; of unknown ones the others are counted. */
export const mostNamed = 20

/** The containers of a promotion from one to another; 422 for one and the same, 404 and 403 for one that the caller may not promote. */
export async function acceptContainers(
  context: RunContext,
  wanted: { datastore_id: number; container_id: number; destination_container_id: number },
): Promise<{ source: ContainerRow; destination: ContainerRow }> {
  const { container_id, destination_container_id } = wanted
  if (container_id === destination_container_id)
    throw invalidMember('destination_container_id', 'Source and destination are the same container.')
  const source = await containerIn(context, container_id)
  const destination = await containerIn(context, destination_container_id)
  await requireOrForbid(context, source.datastore_id, 'Editor', ['container', container_id])
  await requireOrForbid(context, destination.datastore_id, 'Editor', ['container', destination_container_id])
  if (source.datastore_id !== wanted.datastore_id)
    throw invalidMember('container_id', `The datastore has no container with the id ${container_id}.`)
  return { source, destination }
}

async function containerIn(context: RunContext, id: number): Promise<ContainerRow> {
  const container = await findContainer(context.store.database, id)
  if (container) return container
  throw absentOrForbidden(context, 'Editor', ['container', id])
}

const named = { jdbc: 'a database', dfs: 'a folder of files' } satisfies Partial<Record<StoreType, string>>

/** Refuses with 422 a promotion of a datastore onto itself, and from or to one that is of another kind of store; 404 and 403 first. */
export async function acceptDatastores(
  context: RunContext,
  wanted: { datastore_id: number; destination_datastore_id: number },
  store: keyof typeof named,
): Promise<void> {
  if (wanted.datastore_id === wanted.destination_datastore_id)
    throw invalidMember('destination_datastore_id', 'Source and destination are the same datastore.')
  for (const member of ['datastore_id', 'destination_datastore_id'] as const)
    await requireOrForbid(context, wanted[member], 'Editor')
  for (const member of ['datastore_id', 'destination_datastore_id'] as const) {
    const source = await findDatastoreSource(context.store.database, wanted[member])
    if (source && connectors.find(source.connection.type)?.store_type !== store)
      throw invalidMember(member, `The datastore ${wanted[member]} is not ${named[store]}.`)
  }
}

/** Refuses with 422 a selection by ids and by tags at once. */
export function refuseBoth<Ids extends string, Tags extends string>(
  wanted: Partial<Record<Ids | Tags, readonly unknown[] | null>>,
  ids: Ids,
  tags: Tags,
): void {
  if (wanted[ids]?.length && wanted[tags]?.length)
    throw invalidMember(ids, `Give ${ids} or ${tags}, not both.`)
}

/** Refuses with 422 ids of things that the source has not; `noun` is what it lacks. */
export function refuseUnknown(member: string, source: string, noun: string, ids: readonly number[]): void {
  if (ids.length === 0) return
  throw invalidMember(member, `${source} has no ${noun} with the id ${listed(ids, mostNamed)}.`)
}

/** An empty list means what an absent one means: no selection. */
export function selected<Item>(given: Item[] | null | undefined): Item[] | null {
  return given?.length ? given : null
}

/** The container at one end of a promotion that runs; throws RunFailure where it was deleted meanwhile. */
export async function containerAtEnd(
  database: Queryable,
  id: number,
  end: 'source' | 'destination',
): Promise<ContainerRow> {
  const container = await findContainer(database, id)
  if (container) return container
  throw new RunFailure(`The container ${id} was deleted, which is the ${end} of this promotion.`)
}
