import type { Queryable } from './pool.ts'

/** A datastore with where its results are written. */
export type EnrichedDatastore = NonNullable<Awaited<ReturnType<typeof findEnriched>>>

/** Undefined when there is no such datastore; `enrich_datastore_id` is null when none is linked. */
export async function findEnriched(database: Queryable, datastoreId: number) {
  return database
    .selectFrom('datastores')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(['datastores.id', 'datastores.name', 'connections.type'])
    .select(['enrich_datastore_id', 'enrichment_prefix'])
    .where('datastores.id', '=', datastoreId)
    .executeTakeFirst()
}
