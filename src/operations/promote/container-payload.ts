import { Type, type Static } from 'typebox'
import { ServiceError, type Violation } from '../../kernel/errors.ts'
import { described, Id } from '../../model/wire.ts'
import { containerIds, containerTags } from '../../runs/members.ts'
import type { RunContext } from '../../runs/operation.ts'
import { findContainers } from '../../store/containers.ts'
import { computedContainersElsewhere } from '../../store/promoted-computed.ts'
import { acceptDatastores, mostNamed, refuseBoth, refuseUnknown, selected } from './ends.ts'
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
/** A promotion of computed files as it is stored, with every default. */
export type FilePromotion = Awaited<ReturnType<typeof acceptFiles>>

/** What both kinds say. */
export type ContainerPromotion = ReturnType<typeof ends>

type Wanted = Static<typeof tablePayload>

/** Fills in the defaults; 404, 403 and 422 before anything is enqueued. */
export async function acceptTables(context: RunContext, wanted: Wanted) {
  refuseBoth(wanted, 'container_ids', 'container_tags')
  await acceptDatastores(context, wanted, 'jdbc')
  const { container_ids: ids, container_tags: tags, datastore_id } = wanted
  const { database } = context.store
  const strangers = await computedContainersElsewhere(database, datastore_id, 'computed_table', ids ?? [])
  refuseUnknown('container_ids', 'The datastore', 'computed table', strangers)
  return { ...ends(wanted), container_ids: selected(ids), container_tags: selected(tags) }
}

/** The same of computed files, each of which is mapped once. */
export async function acceptFiles(context: RunContext, wanted: Static<typeof filePayload>) {
  await acceptDatastores(context, wanted, 'dfs')
  const { source_container_mappings: mappings } = wanted
  const ids = mappings.map(({ container_id }) => container_id)
  const { database } = context.store
  const strangers = new Set(
    await computedContainersElsewhere(database, wanted.datastore_id, 'computed_file', ids),
  )
  const seen = new Set<number>()
  refuseMappings(wanted, 'container_id', (id) => {
    if (strangers.has(id)) return `The datastore has no computed file with the id ${id}.`
    if (seen.has(id)) return `The computed file ${id} is mapped twice.`
    seen.add(id)
    return undefined
  })
  const destinations = [...new Set(mappings.map(({ destination_container_id: id }) => id))]
  const found = (await findContainers(database, destinations)).filter(
    ({ datastore_id, container_type }) =>
      datastore_id === wanted.destination_datastore_id &&
      (container_type === 'file' || container_type === 'computed_file'),
  )
  const there = new Set(found.map(({ id }) => id))
  refuseMappings(wanted, 'destination_container_id', (id) =>
    there.has(id)
      ? undefined
      : `The datastore of the destination has no container of files with the id ${id}.`,
  )
  return { ...ends(wanted), source_container_mappings: mappings }
}

/** Refuses with 422 the mappings of whose `member` `reason` says what is wrong, each by its place in the list. */
function refuseMappings(
  { source_container_mappings: mappings }: Static<typeof filePayload>,
  member: keyof Static<typeof Mapping>,
  reason: (id: number) => string | undefined,
): void {
  const violations = mappings.flatMap((mapping, index): Violation[] => {
    const msg = reason(mapping[member])
    const loc = ['body', 'source_container_mappings', index, member]
    return msg === undefined ? [] : [{ loc, msg, type: 'value_error' }]
  })
  const [first] = violations
  if (first) throw new ServiceError('invalid', first.msg, { violations: violations.slice(0, mostNamed) })
}

const ends = (
  wanted: Pick<Wanted, 'datastore_id' | 'destination_datastore_id' | 'container_additional_tags' | 'dry_run'>,
) => ({
  datastore_id: wanted.datastore_id,
  destination_datastore_id: wanted.destination_datastore_id,
  container_additional_tags: [...new Set(wanted.container_additional_tags)],
  dry_run: wanted.dry_run ?? false,
})
