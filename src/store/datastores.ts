import { sql, type Insertable, type Updateable } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import { isFavoriteOf } from './favorites.ts'
import { findStoredConnection } from './connections.ts'
import { holdRow } from './hold-row.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import { containing, fetchNamed, fetchPage, isAmong, type IdQuery } from './paging.ts'
import { deleteRow } from './delete-row.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'
import { taggedWith } from './tags.ts'

/** The values for opening a session on a datastore: its connection, secrets still sealed, and the part of it that the datastore is. */
export type DatastoreSource = NonNullable<Awaited<ReturnType<typeof findDatastoreSource>>>

/** Undefined when there is no such datastore; `connected` as `recordConnected` has left it. */
export async function findDatastoreSource(database: Queryable, datastoreId: number) {
  const row = await database
    .selectFrom('datastores')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(['datastores.database', 'datastores.schema', 'datastores.root_path'])
    .select(['datastores.file_patterns', 'datastores.connected'])
    .select(['datastores.compute_connection_id', 'datastores.compute_place'])
    .select([
      'connections.id',
      'connections.type',
      'connections.host',
      'connections.port',
      'connections.username',
      'connections.uri',
      'connections.parameters',
      'connections.secrets',
    ])
    .where('datastores.id', '=', datastoreId)
    .executeTakeFirst()
  if (!row) return undefined
  const { database: name, schema, root_path, file_patterns, connected, ...rest } = row
  const { compute_connection_id, compute_place, ...connection } = rest
  const target = { database: name, schema, root_path, file_patterns }
  const engine = compute_connection_id && (await findStoredConnection(database, compute_connection_id))
  const compute = engine && compute_place ? { connection: engine, place: compute_place } : null
  return { connection, target, connected, compute }
}

/** True when files of the datastore are evaluated by an engine. */
export async function hasCompute(database: Queryable, datastoreId: number): Promise<boolean> {
  const row = await database
    .selectFrom('datastores')
    .select('compute_connection_id')
    .where('id', '=', datastoreId)
    .executeTakeFirst()
  return row?.compute_connection_id != null
}

/** Those of these ids that are datastores. */
export async function datastoresAmong(database: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await database.selectFrom('datastores').select('id').where(isAmong('id', ids)).execute()
  return rows.map(({ id }) => id)
}

/** Keeps whether the last attempt reached the source; writes only when that changes. */
export async function recordConnected(
  database: Queryable,
  datastoreId: number,
  connected: boolean,
): Promise<void> {
  await database
    .updateTable('datastores')
    .set({ connected })
    .where('id', '=', datastoreId)
    .where('connected', 'is distinct from', connected)
    .execute()
}

const shown = [
  'datastores.id',
  'datastores.name',
  'datastores.description',
  'datastores.connection_id',
  'datastores.database',
  'datastores.schema',
  'datastores.root_path',
  'datastores.file_patterns',
  'datastores.compute_connection_id',
  'datastores.compute_place',
  'datastores.connected',
  'datastores.enrichment_only',
  'datastores.enrich_datastore_id',
  'datastores.enrichment_prefix',
  'datastores.enrichment_source_record_limit',
  'datastores.enrichment_remediation_strategy',
  'datastores.high_count_rollup_threshold',
  'datastores.created',
  'connections.type',
] as const

const shownRows = (database: Queryable) =>
  database
    .selectFrom('datastores')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(shown)

/** A datastore as it is stored, with the type of its connection. */
export type DatastoreRow = NonNullable<Awaited<ReturnType<typeof findDatastore>>>

/** Undefined when there is no such datastore. */
export async function findDatastore(database: Queryable, id: number) {
  return shownRows(database).where('datastores.id', '=', id).executeTakeFirst()
}

/** The same as it is now, and stays until the transaction ends. A datastore is locked before the one that enriches it. */
export async function lockDatastore(transaction: Queryable, id: number): Promise<DatastoreRow | undefined> {
  await holdRow(transaction, 'datastores', id)
  return findDatastore(transaction, id)
}

/** Undefined when there is no such datastore. */
export async function datastoreName(database: Queryable, id: number): Promise<string | undefined> {
  const row = await database.selectFrom('datastores').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}

/** Ids of all datastores, as a subquery. */
export function allDatastores(database: Queryable) {
  return database.selectFrom('datastores').select('datastores.id')
}

/** In no order. */
export async function findDatastores(database: Queryable, ids: readonly number[]): Promise<DatastoreRow[]> {
  return ids.length === 0 ? [] : shownRows(database).where('datastores.id', 'in', ids).execute()
}

/** All that are in `listed`, by name. */
export async function listAllDatastores(database: Queryable, listed: IdQuery): Promise<DatastoreRow[]> {
  return shownRows(database).where('datastores.id', 'in', listed).orderBy('datastores.name').execute()
}

/** The datastores on these connections, by name; `listed`: those of them that are in it (default: all). */
export async function datastoresOn(database: Queryable, connectionIds: readonly number[], listed?: IdQuery) {
  let query = database
    .selectFrom('datastores')
    .select(['id', 'name', 'connection_id', 'database', 'schema'])
    .where('connection_id', 'in', connectionIds)
    .orderBy('name')
  if (listed) query = query.where('id', 'in', listed)
  return query.execute()
}

/** The datastores whose files the engine of this connection evaluates, by name. */
export async function datastoresComputedBy(database: Queryable, connectionId: number) {
  return database
    .selectFrom('datastores')
    .select(['id', 'name'])
    .where('compute_connection_id', '=', connectionId)
    .orderBy('name')
    .execute()
}

/** Returns its id. */
export async function insertDatastore(
  transaction: Queryable,
  columns: Insertable<Database['datastores']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('datastores')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets these columns of the datastore; the others stay. */
export async function setDatastore(
  database: Queryable,
  id: number,
  columns: Updateable<Database['datastores']>,
): Promise<void> {
  await database.updateTable('datastores').set(columns).where('id', '=', id).execute()
}

/** Goes with its containers, checks, anomalies and runs. False: it is gone. */
export function deleteDatastore(transaction: Queryable, id: number): Promise<boolean> {
  return deleteRow(transaction, 'datastores', id)
}

type Direction = 'asc' | 'desc'

/** What a list of datastores is narrowed to, all of which must match, and its order; of the values in one list any must match. */
export interface DatastoreFilter extends PageRequest {
  id?: number | undefined
  /** The exact name. */
  name?: string | undefined
  /** A part of the name, in any letter case. */
  search?: string | undefined
  /** Connection types. */
  datastore_type?: string[] | undefined
  tag?: string[] | undefined
  /** Both kinds when absent. */
  enrichment_only?: boolean | undefined
  sort_name?: Direction | undefined
  sort_created?: Direction | undefined
  sort_favorite?: Direction | undefined
  sort_containers?: Direction | undefined
  sort_active_anomalies?: Direction | undefined
}

/** Those of `listed`; the sorts given come first, then favourites of the user, then the name. */
export async function listDatastores(
  database: Queryable,
  listed: IdQuery,
  userId: number,
  filter: DatastoreFilter,
): Promise<Page<DatastoreRow>> {
  const { id, name, search, datastore_type, tag, enrichment_only } = filter
  return fetchNamed(name, (isNamed) => {
    let query = shownRows(database).where('datastores.id', 'in', listed)
    if (id !== undefined) query = query.where('datastores.id', '=', id)
    query = query.where(isNamed('datastores.name'))
    if (search !== undefined) query = query.where('datastores.name', 'ilike', containing(search))
    if (datastore_type) query = query.where('connections.type', 'in', datastore_type)
    if (tag) query = query.where('datastores.id', 'in', taggedWith(database, 'datastore_id', tag))
    if (enrichment_only !== undefined) query = query.where('datastores.enrichment_only', '=', enrichment_only)
    const { sort_containers, sort_active_anomalies } = filter
    if (sort_containers) {
      query = query.orderBy(
        (eb) =>
          eb
            .selectFrom('containers')
            .select((count) => count.fn.countAll().as('n'))
            .whereRef('containers.datastore_id', '=', 'datastores.id'),
        sort_containers,
      )
    }
    if (sort_active_anomalies) {
      query = query.orderBy(
        (eb) =>
          eb
            .selectFrom('anomalies')
            .select((count) => count.fn.countAll().as('n'))
            .whereRef('anomalies.datastore_id', '=', 'datastores.id')
            .where(isOpenAnomaly),
        sort_active_anomalies,
      )
    }
    if (filter.sort_created) query = query.orderBy('datastores.created', filter.sort_created)
    if (filter.sort_name) query = query.orderBy('datastores.name', filter.sort_name)
    query = query.orderBy(isFavoriteOf(userId), filter.sort_favorite ?? 'desc').orderBy('datastores.name')
    return fetchPage(query, filter)
  })
}

/** The type of the connection of the datastore that a query has joined, as `datastore_type`. */
export const datastoreType = sql<string>`(
  select connections.type from connections where connections.id = datastores.connection_id)`.as(
  'datastore_type',
)
