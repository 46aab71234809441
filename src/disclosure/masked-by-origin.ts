import { mayRead } from '../engine/masking.ts'
import type { DiscoveredField } from '../model/field.ts'
import { readsPlainly } from '../sql/plain-columns.ts'
import { replaceFields } from '../store/catalogue.ts'
import { listComputed, originOf, type Origin } from '../store/computations.ts'
import { fieldNames, maskFields } from '../store/container-fields.ts'
import { maskedInDatastore } from '../store/masked-fields.ts'
import type { Queryable } from '../store/pool.ts'
import { rewriteKept } from './rewrite-kept.ts'

/**
 * Brings the fields of a container to `discovered`, see `replaceFields`. New ones of a computed container that may show values of
 * masked fields are masked from the beginning; those that people show are left as they are.
 */
export async function replaceShownFields(
  transaction: Queryable,
  containerId: number,
  discovered: readonly DiscoveredField[],
): Promise<boolean> {
  const origin = await originOf(transaction, containerId)
  if (origin === null) return replaceFields(transaction, containerId, discovered)
  const known = new Set(await fieldNames(transaction, containerId))
  const isChanged = await replaceFields(transaction, containerId, discovered)
  const added = discovered.map(({ name }) => name).filter((name) => !known.has(name))
  const hidden = await maskedByOrigin(transaction, origin, added)
  await maskFields(transaction, containerId, hidden)
  return isChanged
}

/** Masks, in every computed container of the datastore, what may show values of the fields that are masked now. */
export async function maskDerived(transaction: Queryable, datastoreId: number): Promise<void> {
  for (const { id } of await listComputed(transaction, datastoreId)) {
    const origin = await originOf(transaction, id)
    if (origin === null) continue
    const hidden = await maskedByOrigin(transaction, origin, await fieldNames(transaction, id))
    const newly = await maskFields(transaction, id, hidden)
    if (newly.length > 0) await rewriteKept(transaction, id, { hidden: newly, shown: [] })
  }
}

/**
 * Those of the fields of a computed container that may show values of masked ones. What a person's SQL makes of a value cannot be
 * followed, so in doubt it is every field: a person who may see them shows those that may be shown.
 */
async function maskedByOrigin(
  transaction: Queryable,
  { datastore_id, container_type, texts, source_container_id }: Origin,
  names: readonly string[],
): Promise<readonly string[]> {
  const masking = await maskedInDatastore(transaction, datastore_id)
  const read = source_container_id === null ? masking : masking.filter(({ id }) => id === source_container_id)
  if (read.length === 0) return []
  const masked = new Set(read.flatMap((container) => container.masked.map((name) => name.toLowerCase())))
  const sameName = names.filter((name) => masked.has(name.toLowerCase()))
  if (container_type === 'computed_table') {
    const containers = new Set(read.map(({ name }) => name))
    return texts.some((text) => mayRead(text, containers)) ? names : sameName
  }
  return readsPlainly(texts[0] ?? '', masked) ? sameName : names
}
