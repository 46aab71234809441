import { Type, type Static } from 'typebox'
import { requireDatastore } from '../../access/require.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import { described, Id, optional, TagNames } from '../../model/wire.ts'
import type { RunContext } from '../../runs/operation.ts'
import { checksElsewhere } from '../../store/promoted-checks.ts'
import { findContainer } from '../../store/containers.ts'

/** Unknown checks that a refusal names; the others are counted. */
const mostNamed = 20

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  datastore_id: described(Id, 'The datastore to work on'),
  container_id: described(Id, 'The container whose checks are promoted'),
  destination_container_id: described(Id, 'The container that they are promoted to'),
  check_ids: optional(
    Type.Array(Id, { maxItems: 10_000 }),
    'Only these checks, by id; not beside check_tags. Archived and Discarded ones are left out all the same',
  ),
  check_tags: optional(TagNames, 'Only checks with one of these tags; not beside check_ids'),
  check_additional_tags: optional(TagNames, 'Tags that the checks get at the destination beside their own'),
  as_draft: optional(
    Type.Boolean(),
    'True: new checks are created as Draft; false: they are validated and created as Active. Default true',
  ),
  dry_run: optional(
    Type.Boolean(),
    'True: nothing is written at the destination; the results say what would be. Default false',
  ),
})

type Wanted = Static<typeof payload>

/** A promotion of checks as it is stored, with every default. */
export type CheckPromotion = Awaited<ReturnType<typeof acceptChecks>>

/** Fills in the defaults; 404, 403 and 422 before anything is enqueued. */
export async function acceptChecks(context: RunContext, wanted: Wanted) {
  const { container_id, destination_container_id, check_ids, check_tags } = wanted
  if (check_ids?.length && check_tags?.length)
    throw invalidMember('check_ids', 'Give check_ids or check_tags, not both.')
  if (container_id === destination_container_id)
    throw invalidMember('destination_container_id', 'Source and destination are the same container.')
  const { database } = context.store
  const source = await findContainer(database, container_id)
  if (!source) throw notFound('container', container_id)
  const destination = await findContainer(database, destination_container_id)
  if (!destination) throw notFound('container', destination_container_id)
  await requireDatastore(context, source.datastore_id, 'Editor', ['container', container_id])
  await requireDatastore(context, destination.datastore_id, 'Editor', ['container', destination_container_id])
  if (source.datastore_id !== wanted.datastore_id)
    throw invalidMember('container_id', `The datastore has no container with the id ${container_id}.`)
  const unknown = !check_ids?.length ? [] : await checksElsewhere(database, container_id, check_ids)
  if (unknown.length > 0)
    throw invalidMember('check_ids', `"${source.name}" has no check with the id ${listed(unknown)}.`)
  return {
    datastore_id: wanted.datastore_id,
    container_id,
    destination_container_id,
    destination_datastore_id: destination.datastore_id,
    // An empty list means what an absent one means.
    check_ids: check_ids?.length ? check_ids : null,
    check_tags: check_tags?.length ? check_tags : null,
    check_additional_tags: [...new Set(wanted.check_additional_tags)],
    as_draft: wanted.as_draft ?? true,
    dry_run: wanted.dry_run ?? false,
  }
}

function listed(ids: readonly number[]): string {
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  return ids.slice(0, mostNamed).join(', ') + more
}

/** The members that a run shows beyond its payload. */
export const shown = {
  promote_type: Type.Literal('quality_check', {
    description: 'Of promotions: what kind of thing is promoted',
  }),
  destination_datastore_id: described(Id, 'Of promotions: the datastore of the destination'),
}

/** The payload as answers show it. */
export function echoChecks(stored: Wanted): Record<string, unknown> {
  const { datastore_id: _shown, ...members } = stored
  return { promote_type: 'quality_check', ...members }
}
