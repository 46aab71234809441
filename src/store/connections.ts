import type { Insertable, Updateable } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import { fetchNamed, fetchPage, type IdQuery } from './paging.ts'
import { deleteRow } from './delete-row.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'

const shown = [
  'id',
  'name',
  'type',
  'host',
  'port',
  'username',
  'uri',
  'parameters',
  'jdbc_fetch_size',
  'max_parallelization',
  'created',
] as const

/** Everything but the secrets; undefined when there is none. */
export async function findConnection(database: Queryable, id: number) {
  return database.selectFrom('connections').select(shown).where('id', '=', id).executeTakeFirst()
}

/** The values that a session needs, secrets still sealed; undefined when there is none. `lock` holds it until the transaction ends (default: no lock). */
export async function findStoredConnection(database: Queryable, id: number, lock?: 'lock') {
  const query = database
    .selectFrom('connections')
    .select(['id', 'name', 'type', 'host', 'port', 'username', 'uri', 'parameters', 'secrets'])
    .select(['jdbc_fetch_size', 'max_parallelization'])
    .where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** What a list of connections is narrowed to: the name and any of the types. */
export interface ConnectionFilter extends PageRequest {
  /** The exact name. */
  name?: string | undefined
  type?: string[] | undefined
}

/** By name; those of these datastores, or null for all. */
export async function listConnections(
  database: Queryable,
  datastores: IdQuery | null,
  { name, type, ...request }: ConnectionFilter,
) {
  return fetchNamed(name, (isNamed) => {
    let query = database.selectFrom('connections').select(shown).orderBy('name').orderBy('id')
    if (datastores) {
      const reached = database.selectFrom('datastores').select('connection_id').where('id', 'in', datastores)
      query = query.where('id', 'in', reached)
    }
    query = query.where(isNamed('name'))
    if (type !== undefined) query = query.where('type', 'in', type)
    return fetchPage(query, request)
  })
}

/** Returns its id. */
export async function insertConnection(
  transaction: Queryable,
  columns: Insertable<Database['connections']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('connections')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets these columns of the connection; the others stay. */
export async function setConnection(
  transaction: Queryable,
  id: number,
  columns: Updateable<Database['connections']>,
): Promise<void> {
  await transaction.updateTable('connections').set(columns).where('id', '=', id).execute()
}

/** PostgreSQL refuses it while a datastore uses the connection. False: it is gone. */
export function deleteConnection(transaction: Queryable, id: number): Promise<boolean> {
  return deleteRow(transaction, 'connections', id)
}
