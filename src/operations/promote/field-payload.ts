import { Type, type Static } from 'typebox'
import { Id, optional, TagNames } from '../../model/wire.ts'
import type { RunContext } from '../../runs/operation.ts'
import { computedFieldsElsewhere } from '../../store/promoted-computed.ts'
import { acceptContainers, refuseBoth, refuseUnknown, selected } from './ends.ts'
import { containerEnds, dryRun } from './members.ts'

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  ...containerEnds,
  computed_field_ids: optional(
    Type.Array(Id, { maxItems: 10_000 }),
    'Only these computed fields, by id; not beside computed_field_tags',
  ),
  computed_field_tags: optional(
    TagNames,
    'Only computed fields with one of these tags; not beside computed_field_ids',
  ),
  computed_field_additional_tags: optional(
    TagNames,
    'Tags that the fields get at the destination beside their own',
  ),
  ...dryRun,
})

type Wanted = Static<typeof payload>

/** A promotion of computed fields as it is stored, with every default. */
export type FieldPromotion = Awaited<ReturnType<typeof acceptFields>>

/** Fills in the defaults; 404, 403 and 422 before anything is enqueued. */
export async function acceptFields(context: RunContext, wanted: Wanted) {
  refuseBoth(wanted, 'computed_field_ids', 'computed_field_tags')
  const { source, destination } = await acceptContainers(context, wanted)
  const { computed_field_ids: ids, computed_field_tags: tags } = wanted
  const unknown = await computedFieldsElsewhere(context.store.database, source.id, ids ?? [])
  refuseUnknown('computed_field_ids', `"${source.name}"`, 'computed field', unknown)
  return {
    datastore_id: wanted.datastore_id,
    container_id: source.id,
    destination_container_id: destination.id,
    destination_datastore_id: destination.datastore_id,
    computed_field_ids: selected(ids),
    computed_field_tags: selected(tags),
    computed_field_additional_tags: [...new Set(wanted.computed_field_additional_tags)],
    dry_run: wanted.dry_run ?? false,
  }
}
