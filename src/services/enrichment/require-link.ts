import { ServiceError } from '../../kernel/errors.ts'
import { findEnriched } from '../../store/enrichment.ts'
import type { Queryable } from '../../store/pool.ts'

/** Throws 409 when no enrichment datastore is linked to the datastore; `why` is a sentence without its end. */
export async function requireLink(database: Queryable, datastoreId: number, why: string): Promise<void> {
  const datastore = await findEnriched(database, datastoreId)
  if (datastore?.enrich_datastore_id) return
  throw new ServiceError('wrong_state', `${why}: link one to the datastore first.`)
}
