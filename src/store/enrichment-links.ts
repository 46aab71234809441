import { sql } from 'kysely'
import { setDatastore } from './datastores.ts'
import type { Queryable } from './pool.ts'

/** What a datastore is without a link to an enrichment datastore. */
const unlinked = { enrich_datastore_id: null, enrichment_remediation_strategy: 'none' } as const

/**
 * The prefixes that begin so, in lower case and no order: of all datastores, and of all tables that datastores have written. Who asks
 * next waits until the transaction ends, so that two do not take one prefix.
 */
export async function prefixesLike(
  transaction: Queryable,
  stem: string,
): Promise<{ taken: Set<string>; written: Set<string> }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('enrichment prefixes', 0))`.execute(transaction)
  const pattern = `${stem.replaceAll('_', String.raw`\_`)}%`
  const taken = await transaction
    .selectFrom('datastores')
    .select('enrichment_prefix')
    .where('enrichment_prefix', 'ilike', pattern)
    .execute()
  const written = await transaction
    .selectFrom('written_prefixes')
    .select('prefix')
    .where('prefix', 'like', pattern)
    .execute()
  return {
    taken: new Set(taken.map((row) => row.enrichment_prefix.toLowerCase())),
    written: new Set(written.map((row) => row.prefix)),
  }
}

/** Held until the transaction ends, so that two links do not take one prefix; undefined when there is no such datastore. */
export async function lockEnrichment(transaction: Queryable, id: number) {
  return transaction
    .selectFrom('datastores')
    .select(['name', 'enrichment_only'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * The name of a datastore other than this one that writes there under the prefix, in any letter case, for which many stores take names
 * as the same; undefined when none does.
 */
export async function writerUnder(
  transaction: Queryable,
  enrichmentId: number,
  prefix: string,
  exceptId: number,
): Promise<string | undefined> {
  const other = await transaction
    .selectFrom('datastores')
    .select('name')
    .where('enrich_datastore_id', '=', enrichmentId)
    .where(sql`lower(enrichment_prefix)`, '=', prefix.toLowerCase())
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return other?.name
}

/** The id of the datastore that the tables under the prefix are about, which may write elsewhere by now, or be gone; undefined when there are none. */
export async function formerWriterUnder(
  transaction: Queryable,
  enrichmentId: number,
  prefix: string,
): Promise<number | undefined> {
  const former = await transaction
    .selectFrom('written_prefixes')
    .select('datastore_id')
    .where('enrich_datastore_id', '=', enrichmentId)
    .where('prefix', '=', prefix.toLowerCase())
    .executeTakeFirst()
  return former?.datastore_id
}

const enrichedBy = (database: Queryable, enrichmentId: number) =>
  database.selectFrom('datastores').where('enrich_datastore_id', '=', enrichmentId)

/** The datastores that it enriches, by id; they stay as they are until the transaction ends. */
export async function lockEnriched(transaction: Queryable, enrichmentId: number) {
  return enrichedBy(transaction, enrichmentId).select(['id', 'name']).orderBy('id').forNoKeyUpdate().execute()
}

/** The names of the datastores that it enriches, in order. */
export async function namesOfEnriched(database: Queryable, enrichmentId: number): Promise<string[]> {
  const linked = await enrichedBy(database, enrichmentId).select('name').orderBy('name').execute()
  return linked.map(({ name }) => name)
}

/** Takes the link away, and with it the remediation that would write there; false when there was none. */
export async function unlinkDatastore(transaction: Queryable, id: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('datastores')
    .set({ enrich_datastore_id: null })
    .where('id', '=', id)
    .where('enrich_datastore_id', 'is not', null)
    .executeTakeFirst()
  await setDatastore(transaction, id, unlinked)
  return numUpdatedRows > 0n
}

/** The same for all datastores that it enriches. */
export async function unlinkEnriched(transaction: Queryable, enrichmentId: number): Promise<void> {
  await transaction
    .updateTable('datastores')
    .set(unlinked)
    .where('enrich_datastore_id', '=', enrichmentId)
    .execute()
}
