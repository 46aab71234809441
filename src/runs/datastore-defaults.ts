import { notFound } from '../kernel/errors.ts'
import type { Queryable } from '../store/pool.ts'

/** The settings of a datastore that a run takes when its payload leaves them out. */
export async function defaultsOfDatastore(database: Queryable, datastoreId: number) {
  const row = await database
    .selectFrom('datastores')
    .select([
      'enrich_datastore_id',
      'enrichment_remediation_strategy',
      'enrichment_source_record_limit',
      'high_count_rollup_threshold',
    ])
    .where('id', '=', datastoreId)
    .executeTakeFirst()
  if (!row) throw notFound('datastore', datastoreId)
  return row
}
