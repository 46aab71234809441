import { notFound } from '../kernel/errors.ts'
import { findDatastore } from '../store/datastores.ts'
import type { Queryable } from '../store/pool.ts'

/** The settings of a datastore that a run takes when its payload leaves them out. */
export async function defaultsOfDatastore(database: Queryable, datastoreId: number) {
  const row = await findDatastore(database, datastoreId)
  if (!row) throw notFound('datastore', datastoreId)
  const { enrich_datastore_id, enrichment_remediation_strategy } = row
  const { enrichment_source_record_limit, high_count_rollup_threshold } = row
  return {
    enrich_datastore_id,
    enrichment_remediation_strategy,
    enrichment_source_record_limit,
    high_count_rollup_threshold,
  }
}
