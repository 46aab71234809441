import { Type, type Static } from 'typebox'
import { Id, optional, TagNames } from '../../model/wire.ts'
import type { RunContext } from '../../runs/operation.ts'
import { checksElsewhere } from '../../store/promoted-checks.ts'
import { acceptContainers, refuseBoth, refuseUnknown, selected } from './ends.ts'
import { containerEnds, dryRun } from './members.ts'

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  ...containerEnds,
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
  ...dryRun,
})

type Wanted = Static<typeof payload>

/** A promotion of checks as it is stored, with every default. */
export type CheckPromotion = Awaited<ReturnType<typeof acceptChecks>>

/** Fills in the defaults; 404, 403 and 422 before anything is enqueued. */
export async function acceptChecks(context: RunContext, wanted: Wanted) {
  refuseBoth(wanted, 'check_ids', 'check_tags')
  const { source, destination } = await acceptContainers(context, wanted)
  const { check_ids, check_tags } = wanted
  const unknown = await checksElsewhere(context.store.database, source.id, check_ids ?? [])
  refuseUnknown('check_ids', `"${source.name}"`, 'check', unknown)
  return {
    datastore_id: wanted.datastore_id,
    container_id: source.id,
    destination_container_id: destination.id,
    destination_datastore_id: destination.datastore_id,
    check_ids: selected(check_ids),
    check_tags: selected(check_tags),
    check_additional_tags: [...new Set(wanted.check_additional_tags)],
    as_draft: wanted.as_draft ?? true,
    dry_run: wanted.dry_run ?? false,
  }
}
