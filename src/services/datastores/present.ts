import type { Context } from '../../access/context.ts'
import { connectors } from '../../connectors/registry.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Datastore, DatastoreStub } from '../../model/datastore-record.ts'
import { datastoreDetails } from '../../store/datastore-details.ts'
import { findDatastore, findDatastores, type DatastoreRow } from '../../store/datastores.ts'
import { favoritesAmong } from '../../store/favorites.ts'
import { newestScores } from '../../store/scores/history.ts'
import { tagsOf } from '../../store/tags.ts'

/** The members of a datastore that its name alone reveals. */
export function datastoreStub({ id, name, type, enrichment_only }: DatastoreRow): DatastoreStub {
  return { id, name, store_type: connectors.find(type)?.store_type ?? null, type, enrichment_only }
}

/** The datastores whole, in the order given. */
export async function presentDatastores(context: Context, rows: DatastoreRow[]): Promise<Datastore[]> {
  if (rows.length === 0) return []
  const { database } = context.store
  const ids = rows.map((row) => row.id)
  const details = await datastoreDetails(database, ids)
  const tags = await tagsOf(database, 'datastore_id', ids)
  const favorites = await favoritesAmong(database, context.principal.user_id, ids)
  const scores = await newestScores(database, 'datastore_id', ids)
  const links = rows.flatMap((row) => row.enrich_datastore_id ?? [])
  const enrichments = new Map((await findDatastores(database, links)).map((row) => [row.id, row]))
  return rows.map((row) => {
    const { enrich_datastore_id, compute_connection_id, compute_place, ...shown } = row
    const enrichment = enrichments.get(enrich_datastore_id ?? 0)
    return {
      ...shown,
      ...datastoreStub(row),
      favorite: favorites.has(row.id),
      compute:
        compute_connection_id !== null && compute_place !== null
          ? { connection_id: compute_connection_id, ...compute_place }
          : null,
      enrich_datastore: enrichment ? datastoreStub(enrichment) : null,
      teams: details.teams.get(row.id) ?? [],
      global_tags: tags.get(row.id) ?? [],
      metrics: {
        containers: details.containers.get(row.id) ?? 0,
        active_checks: details.active_checks.get(row.id) ?? 0,
        active_anomalies: details.active_anomalies.get(row.id) ?? 0,
      },
      quality_score: scores.get(row.id) ?? null,
      latest_operation: details.latest_operation.get(row.id) ?? null,
    }
  })
}

/** For a caller whose permission was looked at before, e.g. who has just made it. */
export async function presentDatastore(context: Context, id: number): Promise<Datastore> {
  const row = await findDatastore(context.store.database, id)
  if (!row) throw notFound('datastore', id)
  const [datastore] = await presentDatastores(context, [row])
  return datastore as Datastore
}
