import { Type, type Static } from 'typebox'
import type { Context } from '../../access/context.ts'
import { revealEntries } from '../../disclosure/exports.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { described, Id, optional, SourceName, TagNames } from '../../model/wire.ts'
import { refuseUnknownNames } from '../../runs/selection.ts'
import { findEnriched } from '../../store/enrichment.ts'
import type { Queryable } from '../../store/pool.ts'
import { selectedIds } from '../../store/run-containers.ts'

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  datastore_id: described(Id, 'The datastore to work on'),
  name: optional(Type.String({ maxLength: 255 }), 'A name for the run'),
  container_names: optional(
    Type.Array(SourceName, { maxItems: 10_000 }),
    'The containers by name. Empty or left out: all of them',
  ),
  container_tags: optional(TagNames, 'Only containers with one of these tags'),
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
  const datastore = await findEnriched(database, wanted.datastore_id)
  if (!datastore?.enrich_datastore_id) {
    throw new ServiceError(
      'wrong_state',
      'Containers are copied into the enrichment datastore: link one to the datastore first.',
    )
  }
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
