import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { datastoreNeeds } from '../shared/datastore-needs.ts'
import { serverConnection } from '../shared/server-connection.ts'

/** A ClickHouse database, read by its HTTP interface; what a person's SQL can reach there is what the account may read. */
export default defineConnector({
  type: 'clickhouse',
  title: 'ClickHouse',
  untried:
    'This connector was tried with the engine 26.9 of ClickHouse behind an HTTP front of the tests, and with no server of ClickHouse yet, its accounts or TLS.',
  store_type: 'jdbc',
  connection: serverConnection,
  requires: ['database'],
  // A database and a schema are the same there.
  takes: { database: 'anything', schema: (_connection, { database }) => database },
  async test(connection, target, bounds) {
    if (target) await (await open(connection, target, bounds)).close()
    else (await connected(connection, null, bounds)).close()
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listDatabases(...asked),
    schemas: null,
    usual_schema: null,
  },
})

async function connected(connection: ConnectionValues, database: string | null, bounds: SessionBounds) {
  const { ClickhouseClient } = await import('./client.ts')
  return ClickhouseClient.open(connection, database, bounds)
}

async function open(
  connection: ConnectionValues,
  { database }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database) throw datastoreNeeds('a database')
  const { ClickhouseSession } = await import('./session.ts')
  return new ClickhouseSession(await connected(connection, database, bounds), database)
}
