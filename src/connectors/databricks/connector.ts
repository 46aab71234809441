import { Type } from 'typebox'
import { usualSchemas } from '../../model/usual-places.ts'
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
import { authenticationOf, authentications } from './authentication.ts'

/** The schema of a datastore that names none, as every catalog has it at first. */
const usualSchema = usualSchemas.databricks

/** One schema of a catalog of Databricks, by the Statement Execution API of a SQL warehouse, as an account that may read it. */
export default defineConnector({
  type: 'databricks',
  title: 'Databricks',
  untried:
    'This connector has never met Databricks: its requests follow the documentation, and its SQL was run on a server of Spark, on which Databricks is built.',
  store_type: 'jdbc',
  connection: Type.Object({
    host: Type.String({
      minLength: 1,
      description: 'The host of the workspace, such as dbc-a1b2c3d4-e5f6.cloud.databricks.com.',
    }),
    port: serverConnection.properties.port,
    username: optional(
      Type.String({ minLength: 1, description: 'The client id, for the authentication service_principal.' }),
    ),
    password: Type.String({
      minLength: 1,
      description: 'The personal access token, or the OAuth secret of the service principal.',
    }),
    parameters: Type.Object({
      warehouse: Type.String({
        minLength: 1,
        description: 'The SQL warehouse that computes: its id, or its HTTP path.',
      }),
      authentication: Type.Optional(
        Type.Enum([...authentications], {
          description:
            'token (default): by a token in password, which is used until it ends; service_principal: by OAuth, with a secret in password.',
        }),
      ),
      sslmode: sslmodeOfSecrets,
    }),
  }),
  needs: (connection) => (authenticationOf(connection) === 'service_principal' ? ['username'] : []),
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) return (await open(connection, target, bounds)).close()
    const { connectToDatabricks } = await import('./connection.ts')
    ;(await connectToDatabricks(encrypted(connection), null, bounds)).close()
  },
  open,
  places: {
    databases: async (connection, bounds) =>
      (await import('./places.ts')).listCatalogs(encrypted(connection), bounds),
    schemas: async (connection, database, bounds) =>
      (await import('./places.ts')).listSchemas(encrypted(connection), database, bounds),
    usual_schema: usualSchema,
  },
})

const encrypted = (connection: ConnectionValues): ConnectionValues =>
  alwaysEncrypted(connection, 'Tokens and secrets go to Databricks')

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database) throw datastoreNeeds('a catalog, in `database`')
  // Unity Catalog keeps names in lower case.
  const place = { catalog: database.toLowerCase(), schema: (schema ?? usualSchema).toLowerCase() }
  const { connectToDatabricks } = await import('./connection.ts')
  const { DatabricksSession } = await import('./session.ts')
  return DatabricksSession.open(await connectToDatabricks(encrypted(connection), place, bounds), place)
}
