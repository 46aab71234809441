import { Type, type Static } from 'typebox'
import type { Context } from '../../access/context.ts'
import { invalidMember } from '../../kernel/errors.ts'
import { revealEntries } from '../../disclosure/exports.ts'
import { exportedAssets } from '../../model/operation.ts'
import { described, optional } from '../../model/wire.ts'
import { containerIds, containerTags, workedOn } from '../../runs/members.ts'
import { namesOfContainers } from '../../runs/selection.ts'
import { requireLink } from '../../services/enrichment/require-link.ts'
import type { Queryable } from '../../store/pool.ts'
import { selectedIds } from '../../store/run-containers.ts'

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  datastore_id: workedOn,
  asset_type: described(Type.Enum(exportedAssets), 'What is written'),
  container_ids: containerIds,
  container_tags: containerTags,
  include_deleted: optional(
    Type.Boolean(),
    'True: archived anomalies and checks too, and the profiles of fields that are missing or excluded; default false',
  ),
  include_masked: optional(
    Type.Boolean(),
    'True: values of masked fields are written, and the audit log says for whom; default false',
  ),
})

type Wanted = Static<typeof payload>

/** An export as it is stored, with every default. */
export type ExportPayload = Awaited<ReturnType<typeof acceptExport>>

/** Fills in the defaults; 409 without an enrichment datastore, 422 for containers that the datastore has not. */
export async function acceptExport(context: Context, wanted: Wanted) {
  const { database } = context.store
  await requireLink(database, wanted.datastore_id, 'An export is written to the enrichment datastore')
  const tags = wanted.container_tags ?? []
  // Contract: ids are ignored when there are tags.
  const names = tags.length > 0 ? null : await namesOfContainers(database, wanted)
  return {
    ...wanted,
    container_ids: wanted.container_ids ?? null,
    container_tags: tags,
    container_names: names ?? [],
    include_deleted: wanted.include_deleted ?? false,
    include_masked: wanted.include_masked ?? false,
  }
}

/** 422 for a schedule with both, as the contract has it; runs let tags win. */
export function refuseTwoInSchedule({ container_ids, container_tags }: Wanted): void {
  if (container_ids?.length && container_tags?.length)
    throw invalidMember('container_ids', 'Give container_ids or container_tags, not both.')
}

/** The entries in the audit log for masked values that the export shows. */
export async function revealedBy(database: Queryable, accepted: ExportPayload) {
  if (!accepted.include_masked || accepted.asset_type !== 'profiles') return []
  return revealEntries(database, await selectedIds(database, accepted))
}

/** The payload as answers show it, of a run or of a schedule. */
export const echoExport = (stored: Wanted): Record<string, unknown> => ({
  asset_type: stored.asset_type,
  container_ids: stored.container_ids ?? null,
  container_tags: stored.container_tags ?? null,
  include_deleted: stored.include_deleted ?? false,
  include_masked: stored.include_masked ?? false,
})
