import { Type } from 'typebox'
import { usualSchemas } from '../../model/usual-places.ts'
import { foldedName } from '../../kernel/folded-name.ts'
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
import { authenticationOf, authentications, membersFor } from './authentication.ts'

/** The schema of a datastore that names none, as every database has it at first. */
const usualSchema = usualSchemas.snowflake

/** One schema of a database of Snowflake, by its SQL API, as a user whose role may read it. */
export default defineConnector({
  type: 'snowflake',
  title: 'Snowflake',
  untried:
    'This connector has never met Snowflake: its SQL and its requests follow the documentation, and were tried with a double of the SQL API.',
  store_type: 'jdbc',
  connection: Type.Object({
    host: Type.String({ minLength: 1, description: 'Such as myorg-myaccount.snowflakecomputing.com.' }),
    port: serverConnection.properties.port,
    username: optional(Type.String({ minLength: 1 })),
    credentials_payload: optional(
      Type.String({ description: 'The private key of the user, PEM text, for the authentication key_pair.' }),
    ),
    password: optional(
      Type.String({
        description: 'The passphrase of an encrypted private key, or the token of the other ways.',
      }),
    ),
    access_key: optional(Type.String(), 'For the authentication refresh_token: the client id'),
    secret_key: optional(Type.String(), 'Its client secret'),
    parameters: Type.Optional(
      Type.Object({
        authentication: Type.Optional(
          Type.Enum([...authentications], {
            description:
              'key_pair (default): by the private key of the user; refresh_token: by access tokens that the account’s own OAuth gives for the one in password; the others: by a token in password, which is used until it ends.',
          }),
        ),
        account: Type.Optional(
          Type.String({
            description:
              'The account identifier without region and cloud, for key_pair (default: the first part of host).',
          }),
        ),
        role: Type.Optional(Type.String({ description: 'The role that reads (default: that of the user).' })),
        warehouse: Type.Optional(
          Type.String({ description: 'The warehouse that computes (default: that of the user).' }),
        ),
        sslmode: sslmodeOfSecrets,
      }),
    ),
  }),
  needs: (connection) => membersFor[authenticationOf(connection)],
  // Snowflake lets no program in by the password of a user.
  meant: ({ password, parameters = {} }) =>
    password && parameters['authentication'] === undefined
      ? `Without the parameter authentication it signs in by the private key of the user, and password is that key's passphrase. For a token in password, set authentication to ${tokenWays}.`
      : null,
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) return (await open(connection, target, bounds)).close()
    const { SnowflakeClient } = await import('./client.ts')
    ;(await SnowflakeClient.open(encrypted(connection), null, bounds)).close()
  },
  open,
  places: {
    databases: async (connection, bounds) =>
      (await import('./places.ts')).listDatabases(encrypted(connection), bounds),
    schemas: async (connection, database, bounds) =>
      (await import('./places.ts')).listSchemas(encrypted(connection), database, bounds),
    usual_schema: usualSchema,
  },
})

const tokenWays = authentications
  .filter((name) => name !== 'key_pair')
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')

const encrypted = (connection: ConnectionValues): ConnectionValues =>
  alwaysEncrypted(connection, 'Keys and tokens go to Snowflake')

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database) throw datastoreNeeds('a database')
  const place = { database: foldedName(database), schema: foldedName(schema ?? usualSchema) }
  const { SnowflakeClient } = await import('./client.ts')
  const { SnowflakeSession } = await import('./session.ts')
  return SnowflakeSession.open(await SnowflakeClient.open(encrypted(connection), place, bounds), place)
}
