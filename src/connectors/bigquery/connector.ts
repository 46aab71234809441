import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { datastoreNeeds } from '../shared/datastore-needs.ts'
import { alwaysEncrypted, serverConnection, sslmodeOfSecrets } from '../shared/server-connection.ts'

/** One dataset of a project of Google BigQuery, by its REST interface, as a service account that may read it and run queries. */
export default defineConnector({
  type: 'bigquery',
  title: 'Google BigQuery',
  untried:
    'This connector has never met Google BigQuery: its SQL and its requests follow the documentation, and were tried with a double of the interface.',
  store_type: 'jdbc',
  connection: Type.Object({
    host: optional(Type.String({ minLength: 1 })),
    port: serverConnection.properties.port,
    credentials_payload: Type.String({
      minLength: 1,
      description: 'The key of a service account, the text of its JSON file.',
    }),
    parameters: Type.Optional(
      Type.Object({
        project: Type.Optional(
          Type.String({ description: 'The project that pays for queries (default: that of the account).' }),
        ),
        location: Type.Optional(
          Type.String({ description: 'Where queries run, such as EU (default: where their tables are).' }),
        ),
        maximum_bytes_billed: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: 'A statement that would read more is refused (default: no limit).',
          }),
        ),
        sslmode: sslmodeOfSecrets,
      }),
    ),
  }),
  requires: ['database', 'schema'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) return (await open(connection, target, bounds)).close()
    const { BigqueryClient } = await import('./client.ts')
    ;(await BigqueryClient.open(encrypted(connection), bounds)).close()
  },
  open,
  places: {
    databases: async (connection, bounds) =>
      (await import('./places.ts')).listProjects(encrypted(connection), bounds),
    schemas: async (connection, database, bounds) =>
      (await import('./places.ts')).listDatasets(encrypted(connection), database, bounds),
    usual_schema: null,
  },
})

/** Tokens are only sent in clear to this machine. */
const encrypted = (connection: ConnectionValues): ConnectionValues =>
  alwaysEncrypted(connection, 'Tokens go to Google BigQuery')

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database || !schema) throw datastoreNeeds('a project (database) and a dataset (schema)')
  const { BigqueryClient } = await import('./client.ts')
  const { BigquerySession } = await import('./session.ts')
  const client = await BigqueryClient.open(encrypted(connection), bounds)
  return BigquerySession.open(client, { project: database, dataset: schema }, bounds)
}
