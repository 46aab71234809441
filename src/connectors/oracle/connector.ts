import { Type } from 'typebox'
import { foldedName } from '../../kernel/folded-name.ts'
import { ServiceError } from '../../kernel/errors.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { datastoreNeeds } from '../shared/datastore-needs.ts'
import { serverConnection } from '../shared/server-connection.ts'

const { parameters: _, ...members } = serverConnection.properties

/** One schema of a service of an Oracle Database; what a person's SQL can reach there is what the account may read, so it may only select. */
export default defineConnector({
  type: 'oracle',
  title: 'Oracle',
  untried:
    'This connector has never met an Oracle Database: its SQL and its session follow the documentation, and were tried with a double of its driver.',
  store_type: 'jdbc',
  connection: Type.Object({
    ...members,
    parameters: Type.Optional(
      Type.Object({
        service_name: Type.Optional(
          Type.String({
            description:
              'The service that is asked where no datastore names one in `database`, such as ORCLPDB1: to test the connection, and to list what there is.',
          }),
        ),
        sslmode: Type.Optional(
          Type.Enum(['disable', 'verify-ca', 'verify-full'], {
            description:
              'disable (default): the port speaks no TLS; verify-ca: it does (TCPS), with a certificate whose signer this service knows; verify-full: and that names the host.',
          }),
        ),
      }),
    ),
  }),
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) return (await open(connection, target, bounds)).close()
    await (await connected(connection, namedService(connection), bounds)).close()
  },
  open,
  places: {
    async databases(connection, bounds) {
      const service = namedService(connection)
      await (await connected(connection, service, bounds)).close()
      return [service]
    },
    schemas: async (...asked) => (await import('./places.ts')).listSchemas(...asked),
    usual_schema: null,
  },
})

/** No account may list the services of a server. */
function namedService({ parameters = {} }: ConnectionValues): string {
  const { service_name: service } = parameters
  if (typeof service === 'string' && service !== '') return service
  throw new ServiceError(
    'invalid',
    'An Oracle Database lets nobody in without the name of a service. Give the connection one in parameters.service_name, or test a datastore on it.',
  )
}

async function connected(connection: ConnectionValues, service: string, bounds: SessionBounds) {
  const { OracleClient } = await import('./client.ts')
  return OracleClient.open(connection, service, bounds)
}

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database) throw datastoreNeeds('a service, in `database`')
  const account = connection.username ?? ''
  const { OracleSession } = await import('./session.ts')
  return OracleSession.open(
    await connected(connection, database, bounds),
    foldedName(schema ?? account),
    account,
  )
}
