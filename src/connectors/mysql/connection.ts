import { connect as connectSocket, isIP } from 'node:net'
import type { Connection, ConnectionOptions, QueryError, SslOptions } from 'mysql2'
import { ServiceError } from '../../kernel/errors.ts'
import { usualPorts } from '../../model/usual-places.ts'
import { isSocket } from '../shared/hosts.ts'
import type { ConnectionValues } from '../connector.ts'
import { connectTimeoutSeconds } from '../shared/network-failures.ts'
import {
  connectionOver,
  connectToServer,
  guarded,
  keepAliveMs,
  type ServerConnection,
  type SocketBounds,
  type Tls,
} from '../shared/server-connection.ts'

/** A connection to a MySQL or MariaDB server. */
export type MysqlConnection = ServerConnection<Connection>

const defaultPort = usualPorts.mysql

/** Connects; the errors of `connectToServer`. */
export const connectMysql = (
  connection: ConnectionValues,
  database: string | null,
  bounds: SocketBounds,
): Promise<MysqlConnection> =>
  connectToServer(connection, bounds, {
    title: 'MySQL or MariaDB',
    defaultPort,
    connect: (tls) => connect(connection, database, ssl(tls, connection.host)),
    socketOf: (host) => host,
    hasNoTls: (error) => isQueryError(error) && error.code === 'HANDSHAKE_NO_SSL_SUPPORT',
    isAnswer: (error) =>
      isQueryError(error) &&
      (error.sqlState !== undefined || /^(?:ER|AUTH|HANDSHAKE_(?:NO_)?SSL)_/.test(error.code)),
  })

/** The same for all connections. */
const driverOptions: ConnectionOptions = {
  charset: 'UTF8MB4_GENERAL_CI',
  connectAttributes: { program_name: 'assay' },
  // A server may ask the client for a file of this machine; it is not to be answered.
  flags: ['-LOCAL_FILES'],
  multipleStatements: false,
  rowsAsArray: true,
  // Every digit arrives: the driver's own numbers and dates would round.
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  jsonStrings: true,
}

async function connect(
  { host, port, username, password }: ConnectionValues,
  database: string | null,
  ssl: SslOptions | null,
): Promise<MysqlConnection> {
  const { createConnection } = await import('mysql2')
  const address = { host: host ?? 'localhost', port: port ?? defaultPort }
  const socket = guarded(
    connectSocket({
      ...(isSocket(address.host) ? { path: address.host } : address),
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    }),
  )
  const client = createConnection({
    ...driverOptions,
    ...address,
    // The driver's own way to drop a connection says goodbye and waits for the other side.
    stream: socket,
    user: username ?? '',
    password: password ?? '',
    ...(database === null ? {} : { database }),
    ...(ssl === null ? {} : { ssl }),
  })
  const made = connectionOver(socket, client, () => ended(client))
  // The driver's own limit ends with the first word of the server.
  const timer = setTimeout(() => {
    made.end.come(new Error('connect ETIMEDOUT'))
    socket.destroy()
  }, connectTimeoutSeconds * 1000)
  try {
    await made.end.before(() => connected(client))
    return made
  } catch (error) {
    made.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function connected(client: Connection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.connect((error) => (error ? reject(error) : resolve()))
  return promise
}

function ended(client: Connection): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  client.end(() => resolve())
  return promise
}

function ssl(tls: Tls, host: string | null | undefined): SslOptions | null {
  if (tls === null) return null
  // The driver compares the certificate of an address with the name localhost.
  if (tls.verify === 'name' && isIP(host ?? '') !== 0) {
    throw new ServiceError(
      'invalid',
      `The sslmode verify-full compares the name of the server: give its name rather than ${host}, or use verify-ca.`,
    )
  }
  return {
    rejectUnauthorized: tls.verify !== 'nothing',
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...(tls.verify !== 'nothing' && { verifyIdentity: tls.verify === 'name' }),
  }
}

/** An error of the driver; one that the server sent has a `sqlState`. */
export function isQueryError(error: unknown): error is QueryError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
