import type { Queryable } from './pool.ts'

/** What opening a session on a datastore needs: its connection, secrets still sealed, and what of it the datastore is. */
export type DatastoreSource = NonNullable<Awaited<ReturnType<typeof findDatastoreSource>>>

/** Undefined when there is no such datastore. */
export async function findDatastoreSource(database: Queryable, datastoreId: number) {
  const row = await database
    .selectFrom('datastores')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(['datastores.database', 'datastores.schema', 'datastores.root_path'])
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
  const { database: name, schema, root_path, ...connection } = row
  return { connection, target: { database: name, schema, root_path } }
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
