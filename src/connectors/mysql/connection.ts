import { connect as connectSocket, isIP } from 'node:net'
import type { Connection, ConnectionOptions, QueryError, SslOptions } from 'mysql2'
import { ServiceError } from '../../kernel/errors.ts'
import { ConnectionEnd } from '../shared/connection-end.ts'
import { isSocket } from '../shared/hosts.ts'
import type { ConnectionValues } from '../connector.ts'
import { connectTimeoutSeconds } from '../shared/network-failures.ts'
import {
  closeTimeoutMs,
  connectToServer,
  guarded,
  keepAliveMs,
  type ServerConnection,
  type SocketBounds,
  type Tls,
} from '../shared/server-connection.ts'

/** A connection to a MySQL or MariaDB server. */
export type MysqlConnection = ServerConnection<Connection>

const defaultPort = 3306

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
  const options: ConnectionOptions = {
    ...address,
    // The driver's own way to drop a connection says goodbye and waits for the other side.
    stream: socket,
    user: username ?? '',
    password: password ?? '',
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
    ...(database === null ? {} : { database }),
    ...(ssl === null ? {} : { ssl }),
  }
  const client = createConnection(options)
  const end = new ConnectionEnd()
  // Without a listener a lost connection would also end the process.
  client.on('error', (error) => end.come(error))
  socket.once('close', () => end.come(new Error('the server closed it')))
  const destroy = (): void => {
    end.come(new Error('it did not answer any more and was dropped'))
    socket.destroy()
  }
  // The driver's own limit ends with the first word of the server.
  const timer = setTimeout(() => {
    end.come(new Error('connect ETIMEDOUT'))
    socket.destroy()
  }, connectTimeoutSeconds * 1000)
  try {
    await end.before(() => connected(client))
  } catch (error) {
    destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { client, end, destroy, close: () => closing(client, end, destroy) }
}

function connected(client: Connection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.connect((error) => (error ? reject(error) : resolve()))
  return promise
}

async function closing(client: Connection, end: ConnectionEnd, destroy: () => void): Promise<void> {
  const timer = setTimeout(destroy, closeTimeoutMs)
  const goodbye = Promise.withResolvers<void>()
  client.end(() => goodbye.resolve())
  await end.before(() => goodbye.promise).catch(() => undefined)
  clearTimeout(timer)
  destroy()
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
