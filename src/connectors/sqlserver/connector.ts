import { ServiceError } from '../../kernel/errors.ts'
import { usualSchemas } from '../../model/usual-places.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { openedWith } from '../shared/client-session.ts'
import { serverConnection } from '../shared/server-connection.ts'

const usualSchema = usualSchemas.sqlserver

/** One schema of a SQL Server database; what a person's SQL can reach or change there is what the account may, so it may only select. */
export default defineConnector({
  type: 'sqlserver',
  title: 'SQL Server',
  untried:
    'This connector has never met a SQL Server: its SQL follows the documentation, and its driver was tried with a double of the protocol.',
  store_type: 'jdbc',
  connection: serverConnection,
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) return (await open(connection, target, bounds)).close()
    const { connectSqlserver } = await import('./connection.ts')
    await (await connectSqlserver(connection, null, bounds)).close()
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listDatabases(...asked),
    schemas: async (...asked) => (await import('./places.ts')).listSchemas(...asked),
    usual_schema: usualSchema,
  },
})

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  const { SqlserverClient } = await import('./client.ts')
  const { SqlserverSession } = await import('./session.ts')
  const { isSchemaThere } = await import('./places.ts')
  const client = await SqlserverClient.open(connection, database, bounds)
  const named = schema ?? usualSchema
  return openedWith(client, 'The schema', async () => {
    if (await isSchemaThere(client, named)) return new SqlserverSession(client, named)
    throw new ServiceError(
      'connection_failed',
      `The database "${database}" has no schema "${named}" that the account "${connection.username}" may see.`,
    )
  })
}
