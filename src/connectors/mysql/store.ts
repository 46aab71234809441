import type { ConnectionValues, Connector, DatastoreTarget, Session, SessionBounds } from '../connector.ts'
import { datastoreNeeds } from '../shared/datastore-needs.ts'
import { serverConnection } from '../shared/server-connection.ts'

/** All of a connector for MySQL or MariaDB but its name; either kind of server is spoken to as it is. */
export const mysqlStore: Omit<Connector, 'type' | 'title'> = {
  store_type: 'jdbc',
  connection: serverConnection,
  requires: ['database'],
  // A database and a schema are the same there.
  takes: { database: 'anything', schema: (_connection, { database }) => database },
  async test(connection, target, bounds) {
    if (target) await (await open(connection, target, bounds)).close()
    else await reach(connection, bounds)
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listDatabases(...asked),
    schemas: null,
    usual_schema: null,
  },
  longest_table_name: 64,
  async openWriter(connection, { database }, bounds) {
    if (!database) throw datastoreNeeds('a database')
    const { openMysqlWriter } = await import('./writer.ts')
    return openMysqlWriter(connection, database, bounds)
  },
}

async function open(
  connection: ConnectionValues,
  { database }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database) throw datastoreNeeds('a database')
  const { MysqlClient } = await import('./client.ts')
  const { MysqlSession } = await import('./session.ts')
  return new MysqlSession(await MysqlClient.open(connection, database, bounds), database)
}

async function reach(connection: ConnectionValues, bounds: SessionBounds): Promise<void> {
  const { connectMysql } = await import('./connection.ts')
  await (await connectMysql(connection, null, bounds)).close()
}
