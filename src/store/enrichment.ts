import { sql } from 'kysely'
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

/** A datastore whose results are written to an enrichment datastore, with its containers. */
export interface EnrichedSource {
  id: number
  enrichment_prefix: string
  containers: { id: number; name: string }[]
}

/** The datastores whose results are written there now, by their names; the containers by theirs. */
export async function sourcesEnrichedBy(
  database: Queryable,
  enrichmentId: number,
): Promise<EnrichedSource[]> {
  const { rows } = await sql<EnrichedSource>`
    select datastores.id, enrichment_prefix, coalesce(containers, '[]') as containers
    from datastores
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name) as containers
      from containers where datastore_id = datastores.id) as own
    where enrich_datastore_id = ${enrichmentId} order by datastores.name`.execute(database)
  return rows
}
