import { Type, type Static } from 'typebox'
import type { Context } from '../../access/context.ts'
import { revealEntries } from '../../disclosure/exports.ts'
import { optional } from '../../model/wire.ts'
import { containerNames, containerTags, runName, workedOn } from '../../runs/members.ts'
import { refuseUnknownNames } from '../../runs/selection.ts'
import { requireLink } from '../../services/enrichment/require-link.ts'
import type { Queryable } from '../../store/pool.ts'
import { selectedIds } from '../../store/run-containers.ts'

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  datastore_id: workedOn,
  name: runName,
  container_names: containerNames,
  container_tags: containerTags,
  max_records_per_partition: optional(
    Type.Integer({ minimum: -1, maximum: 1_000_000_000 }),
    'How many rows of a partition are copied at most; null, 0 and -1: all',
  ),
  include_masked: optional(
    Type.Boolean(),
    'True: values of masked fields are written, and the audit log says for whom; default false',
  ),
})

type Wanted = Static<typeof payload>

/** A run of this kind as it is stored, with every default. */
export type MaterializePayload = Awaited<ReturnType<typeof acceptMaterialize>>

/** Fills in the defaults; 409 without an enrichment datastore, 422 for containers that the datastore has not. */
export async function acceptMaterialize(context: Context, wanted: Wanted) {
  const { database } = context.store
  await requireLink(database, wanted.datastore_id, 'Containers are copied into the enrichment datastore')
  await refuseUnknownNames(database, wanted)
  const cap = wanted.max_records_per_partition ?? null
  return {
    ...wanted,
    container_names: wanted.container_names ?? [],
    container_tags: wanted.container_tags ?? [],
    // -1 is how answers show "all"; clients send it back.
    max_records_per_partition: cap === -1 || cap === 0 ? null : cap,
    include_masked: wanted.include_masked ?? false,
  }
}

/** The entries in the audit log for masked values that the copies show. */
export async function revealedBy(database: Queryable, accepted: MaterializePayload) {
  return accepted.include_masked ? revealEntries(database, await selectedIds(database, accepted)) : []
}

/** The payload as answers show it, of a run or of a schedule. */
export const echoMaterialize = (stored: Wanted): Record<string, unknown> => ({
  name: stored.name ?? null,
  container_names: stored.container_names ?? [],
  container_tags: stored.container_tags ?? [],
  max_records_per_partition: stored.max_records_per_partition ?? -1,
  include_masked: stored.include_masked ?? false,
})
