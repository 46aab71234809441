import { Type, type Static } from 'typebox'
import { invalidMember } from '../../kernel/errors.ts'
import { described, Id } from '../../model/wire.ts'
import { containerIds, containerTags } from '../../runs/members.ts'
import type { RunContext } from '../../runs/operation.ts'
import { findContainers } from '../../store/containers.ts'
import { computedContainersElsewhere } from '../../store/promoted-computed.ts'
import { acceptDatastores, refuseBoth, refuseUnknown, selected } from './ends.ts'
import { datastoreEnds, dryRun } from './members.ts'

/** The members that a client sends beside the type, of computed tables. */
export const tablePayload = Type.Object({
  ...datastoreEnds,
  container_ids: containerIds,
  container_tags: containerTags,
  ...dryRun,
})

const Mapping = Type.Object(
  {
    container_id: described(Id, 'The computed file of the source'),
    destination_container_id: described(
      Id,
      'The container of files, at the destination, that the promoted one reads',
    ),
  },
  { title: 'ContainerMapping', description: 'A computed file, and what it is to read at the destination' },
)

/** The same of computed files. */
export const filePayload = Type.Object({
  ...datastoreEnds,
  source_container_mappings: described(
    Type.Array(Mapping, { minItems: 1, maxItems: 10_000 }),
    'The computed files that are promoted, each once, with what they are to read',
  ),
  ...dryRun,
})

/** A promotion of computed containers as it is stored, with every default. */
export type TablePromotion = Awaited<ReturnType<typeof acceptTables>>
export type FilePromotion = Awaited<ReturnType<typeof acceptFiles>>

/** What both kinds say. */
export type ContainerPromotion = ReturnType<typeof ends>

type Wanted = Static<typeof tablePayload>

/** Fills in the defaults; 404, 403 and 422 before anything is enqueued. */
export async function acceptTables(context: RunContext, wanted: Wanted) {
  refuseBoth(wanted, 'container_ids', 'container_tags')
  await acceptDatastores(context, wanted, 'jdbc')
  const { container_ids: ids, container_tags: tags } = wanted
  await refuseForeign(context, wanted, 'container_ids', 'computed_table', ids ?? [])
  return { ...ends(wanted), container_ids: selected(ids), container_tags: selected(tags) }
}

/** The same of computed files, each of which is mapped once. */
export async function acceptFiles(context: RunContext, wanted: Static<typeof filePayload>) {
  await acceptDatastores(context, wanted, 'dfs')
  const { source_container_mappings: mappings } = wanted
  const member = 'source_container_mappings'
  const ids = mappings.map(({ container_id }) => container_id)
  await refuseForeign(context, wanted, member, 'computed_file', ids)
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice !== undefined) throw invalidMember(member, `The computed file ${twice} is mapped twice.`)
  const destinations = [...new Set(mappings.map(({ destination_container_id: id }) => id))]
  const found = (await findContainers(context.store.database, destinations)).filter(
    ({ datastore_id, container_type }) =>
      datastore_id === wanted.destination_datastore_id &&
      (container_type === 'file' || container_type === 'computed_file'),
  )
  const there = new Set(found.map(({ id }) => id))
  const unknown = destinations.filter((id) => !there.has(id))
  refuseUnknown(member, 'The datastore of the destination', 'container of files', unknown)
  return { ...ends(wanted), source_container_mappings: mappings }
}

async function refuseForeign(
  context: RunContext,
  { datastore_id }: { datastore_id: number },
  member: string,
  type: 'computed_table' | 'computed_file',
  ids: readonly number[],
): Promise<void> {
  const unknown = await computedContainersElsewhere(context.store.database, datastore_id, type, ids)
  refuseUnknown(member, 'The datastore', type.replace('_', ' '), unknown)
}

const ends = (
  wanted: Pick<Wanted, 'datastore_id' | 'destination_datastore_id' | 'container_additional_tags' | 'dry_run'>,
) => ({
  datastore_id: wanted.datastore_id,
  destination_datastore_id: wanted.destination_datastore_id,
  container_additional_tags: [...new Set(wanted.container_additional_tags)],
  dry_run: wanted.dry_run ?? false,
})
