import { mayRead } from '../engine/masking.ts'
import type { ComputedField } from '../model/computed-field.ts'
import type { DiscoveredField } from '../model/field.ts'
import { readsPlainly } from '../sql/plain-columns.ts'
import { replaceFields } from '../store/catalogue.ts'
import { computedFieldsIn } from '../store/computed-fields.ts'
import { computedOver, originOf, type Origin } from '../store/computations.ts'
import { fieldNames, maskFields } from '../store/container-fields.ts'
import { maskedFields, maskedInDatastore } from '../store/masked-fields.ts'
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
  kept: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const origin = await originOf(transaction, containerId)
  if (origin === null) return replaceFields(transaction, containerId, discovered, kept)
  const known = new Set(await fieldNames(transaction, containerId))
  const isChanged = await replaceFields(transaction, containerId, discovered, kept)
  const added = discovered.map(({ name }) => name).filter((name) => !known.has(name))
  const hidden = await maskedByOrigin(transaction, origin, added)
  await maskFields(transaction, containerId, hidden)
  return isChanged
}

/** Masks, in every computed container that reads the datastore, what may show values of the fields that are masked now. */
export async function maskDerived(transaction: Queryable, datastoreId: number): Promise<void> {
  const computedOnes = await computedOver(transaction, datastoreId)
  for (const { id } of computedOnes) {
    const origin = await originOf(transaction, id)
    if (origin === null) continue
    const hidden = await maskedByOrigin(transaction, origin, await fieldNames(transaction, id))
    const newly = await maskFields(transaction, id, hidden)
    if (newly.length > 0) await rewriteKept(transaction, id, { hidden: newly, shown: [] })
  }
  const datastores = new Set([datastoreId, ...computedOnes.map(({ datastore_id }) => datastore_id)])
  for (const datastore_id of datastores) {
    for (const { container_id, ...computed } of await computedFieldsIn(transaction, datastore_id)) {
      const newly = await maskIfDerived(transaction, { id: container_id, datastore_id }, computed)
      if (newly.length > 0) await rewriteKept(transaction, container_id, { hidden: newly, shown: [] })
    }
  }
}

/** Masks a computed field that may show values of masked ones; its name in a list, empty when it stays as it is. */
export async function maskIfDerived(
  transaction: Queryable,
  { id, datastore_id }: { id: number; datastore_id: number },
  { name, source_fields, properties }: ComputedField,
): Promise<string[]> {
  const masking = await maskedInDatastore(transaction, datastore_id)
  if (masking.length === 0) return []
  const masked = new Set(masking.find((container) => container.id === id)?.masked)
  const written = properties.column_expression ?? null
  const isHidden =
    source_fields.some((source) => masked.has(source)) ||
    mayRead(written, masked) ||
    (written !== null && mayReadTables.test(written))
  return isHidden ? maskFields(transaction, id, [name]) : []
}

/** An expression with a query in it, or with a whole row, may read what it does not name. */
const mayReadTables = /\b(?:select|table|values|rows_of|written_of)\b|\(\s*from\b|u&\s*["']/i

/**
 * Those of the fields of a computed container that may show values of masked ones. What a person's SQL makes of a value cannot be
 * followed, so in doubt it is every field: a person who may see them shows those that may be shown.
 */
async function maskedByOrigin(
  transaction: Queryable,
  { datastore_id, container_type, text, sources }: Origin,
  names: readonly string[],
): Promise<readonly string[]> {
  const lower = (name: string): string => name.toLowerCase()
  if (container_type === 'computed_table') {
    const masking = await maskedInDatastore(transaction, datastore_id)
    const containers = new Set(masking.map(({ name }) => name))
    const masked = new Set(masking.flatMap((container) => container.masked.map(lower)))
    return mayRead(text, containers) ? names : names.filter((name) => masked.has(lower(name)))
  }
  const hidden = await maskedFields(
    transaction,
    sources.map(({ id }) => id),
  )
  const masked = new Set(
    sources.flatMap(({ id, prefix }) => [...hidden(id)].map((name) => lower(`${prefix}${name}`))),
  )
  if (masked.size === 0) return []
  return readsPlainly(text, masked) ? names.filter((name) => masked.has(lower(name))) : names
}
