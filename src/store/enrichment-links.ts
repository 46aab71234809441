import { sql, type RawBuilder } from 'kysely'
import { setDatastore } from './datastores.ts'
import type { Queryable } from './pool.ts'

/** What a datastore is without a link to an enrichment datastore. */
const unlinked = { enrich_datastore_id: null, enrichment_remediation_strategy: 'none' } as const

/** Two links, or two new datastores, do not take one prefix: who asks next waits until the transaction ends. */
const lockPrefixes = (transaction: Queryable) =>
  sql`select pg_advisory_xact_lock(hashtextextended('enrichment prefixes', 0))`.execute(transaction)

/** All prefixes, in lower case and no order: those that datastores have now, and those of all tables that datastores have written. Locks them. */
export async function allPrefixes(transaction: Queryable): Promise<{ taken: string[]; written: string[] }> {
  await lockPrefixes(transaction)
  const { rows: taken } = await sql<{
    prefix: string
  }>`select distinct lower(enrichment_prefix) as prefix from datastores`.execute(transaction)
  const written = await transaction.selectFrom('written_prefixes').select('prefix').distinct().execute()
  return { taken: taken.map(({ prefix }) => prefix), written: written.map(({ prefix }) => prefix) }
}

/** Stays as it is until the transaction ends, and so do the prefixes under which datastores write; undefined when there is no such datastore. */
export async function lockEnrichment(transaction: Queryable, id: number) {
  await lockPrefixes(transaction)
  return transaction
    .selectFrom('datastores')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(['datastores.name', 'enrichment_only', 'connections.type'])
    .where('datastores.id', '=', id)
    .forNoKeyUpdate('datastores')
    .executeTakeFirst()
}

const placeOf = (id: number | RawBuilder<unknown>) => sql<string>`place_of_datastore(${id})`

/** The datastores other than this one that write where the enrichment datastore does, by whatever datastore and connection of that place. */
export function otherWriters(transaction: Queryable, enrichmentId: number, exceptId: number) {
  return transaction
    .selectFrom('datastores')
    .select(['name', 'enrichment_prefix as prefix'])
    .where('enrich_datastore_id', 'in', (from) =>
      from
        .selectFrom('datastores as enrichments')
        .select('enrichments.id')
        .where('enrichments.enrichment_only', '=', true)
        .where(placeOf(sql.ref('enrichments.id')), '=', placeOf(enrichmentId)),
    )
    .where('id', '<>', exceptId)
    .orderBy('name')
    .execute()
}

/** The prefixes in lower case under which there may be tables there, with the datastore that they are about, which may write elsewhere by now, or be gone. */
export function formerWriters(transaction: Queryable, enrichmentId: number) {
  return transaction
    .selectFrom('written_prefixes')
    .select(['prefix', 'datastore_id'])
    .where('place', '=', placeOf(enrichmentId))
    .execute()
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
