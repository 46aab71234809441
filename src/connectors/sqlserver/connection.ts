import { usualPorts } from '../../model/usual-places.ts'
import { Socket } from 'node:net'
import type { Connection, ConnectionConfiguration } from 'tedious'
import type { ConnectionValues } from '../connector.ts'
import { connectTimeoutSeconds } from '../shared/network-failures.ts'
import {
  connectionOver,
  connectToServer,
  guarded,
  type ServerConnection,
  type SocketBounds,
  type Tls,
} from '../shared/server-connection.ts'

/** A connection to a SQL Server. */
export type SqlserverConnection = ServerConnection<Connection>

const defaultPort = usualPorts.sqlserver

/** Connects; the errors of `connectToServer`. */
export const connectSqlserver = (
  connection: ConnectionValues,
  database: string | null,
  bounds: SocketBounds,
): Promise<SqlserverConnection> =>
  connectToServer(connection, bounds, {
    title: 'SQL Server',
    defaultPort,
    connect: (tls) => connect(connection, database, tls),
    socketOf: (host) => host,
    hasNoTls: (error) => codeOf(error) === 'EENCRYPT',
    isAnswer: (error) => ['ELOGIN', 'EENCRYPT'].includes(codeOf(error)),
  })

async function connect(
  { host, port, username, password }: ConnectionValues,
  database: string | null,
  tls: Tls,
): Promise<SqlserverConnection> {
  const { Connection } = await import('tedious')
  const address = { host: host ?? 'localhost', port: port ?? defaultPort }
  const socket = guarded(new Socket())
  const configuration: ConnectionConfiguration = {
    server: address.host,
    authentication: {
      type: 'default',
      options: { userName: username ?? '', password: password ?? '' },
    },
    options: {
      ...settings,
      port: address.port,
      connector: reachedOnce(socket, address),
      // A certificate that is checked must also name the server: the driver cannot leave that out.
      trustServerCertificate: tls?.verify === 'nothing',
      encrypt: tls !== null,
      ...(tls?.ca !== undefined && { cryptoCredentialsDetails: { ca: tls.ca } }),
      ...(database !== null && { database }),
    },
  }
  const client = new Connection(configuration)
  const made = connectionOver(socket, client, () => ended(client))
  try {
    await made.end.before(() => letIn(client))
    return made
  } catch (error) {
    made.destroy()
    throw error
  }
}

/** What decides what statements mean, whatever the server or the database have set. */
const settings = {
  appName: 'assay',
  connectTimeout: connectTimeoutSeconds * 1000,
  // The session keeps the time of its statements itself.
  requestTimeout: 0,
  maxRetriesOnTransientErrors: 0,
  useUTC: true,
  useColumnNames: false,
  rowCollectionOnDone: false,
  rowCollectionOnRequestCompletion: false,
  enableQuotedIdentifier: true,
  enableAnsiNull: true,
  enableAnsiPadding: true,
  enableAnsiWarnings: true,
  enableArithAbort: true,
  enableConcatNullYieldsNull: true,
  enableNumericRoundabort: false,
  enableImplicitTransactions: false,
  abortTransactionOnError: false,
  datefirst: 1,
  dateFormat: 'ymd',
  language: 'us_english',
} satisfies ConnectionConfiguration['options']

/** Connects the socket once: a server that sends its clients to another one would choose whom the service speaks to. */
function reachedOnce(socket: Socket, address: { host: string; port: number }): () => Promise<Socket> {
  let isReached = false
  return async () => {
    if (isReached)
      throw new Error('it sends its clients to another server; give the name and the port of that one')
    isReached = true
    const { promise, resolve, reject } = Promise.withResolvers<Socket>()
    socket.once('error', reject)
    socket.connect(address, () => resolve(socket))
    return promise.finally(() => socket.off('error', reject))
  }
}

function letIn(client: Connection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.connect((error) => (error ? reject(networkErrorIn(error)) : resolve()))
  return promise
}

function ended(client: Connection): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  client.once('end', () => resolve())
  client.close()
  return promise
}

/** The network's own error, around which the driver puts one of its own. */
export function networkErrorIn(error: Error): Error {
  return codeOf(error) === 'ESOCKET' && error.cause instanceof Error ? error.cause : error
}

/** The code of an error of the driver or of the network; empty for others. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
