import { isIP } from 'node:net'
import type { Connection, ConnectionOptions, QueryError, SslOptions } from 'mysql2'
import { ServiceError } from '../kernel/errors.ts'
import type { ConnectionValues } from './connector.ts'
import { closeTimeoutMs, connectTimeoutSeconds, connectToServer, type Tls } from './server-connection.ts'

/** A connected client and what it takes to cut it off. */
export interface MysqlConnection {
  client: Connection
  /** Resolves with the reason when the connection is lost; a statement that the driver has forgotten would wait for ever. */
  lost: Promise<Error>
  /** Ends the connection politely, or after five seconds in any way. */
  close(): Promise<void>
  /** Drops the socket: the last resort when a statement cannot be cancelled. */
  destroy(): void
}

const defaultPort = 3306

/** Connects; the errors of `connectToServer`. */
export const connectMysql = (
  connection: ConnectionValues,
  database: string | null,
): Promise<MysqlConnection> =>
  connectToServer(connection, {
    defaultPort,
    connect: (tls) => connect(connection, database, ssl(tls, connection.host)),
    hasNoTls: (error) => isQueryError(error) && error.code === 'HANDSHAKE_NO_SSL_SUPPORT',
  })

async function connect(
  { host, port, username, password }: ConnectionValues,
  database: string | null,
  ssl: SslOptions | null,
): Promise<MysqlConnection> {
  const { createConnection } = await import('mysql2')
  const options: ConnectionOptions = {
    host: host ?? 'localhost',
    port: port ?? defaultPort,
    user: username ?? '',
    password: password ?? '',
    charset: 'UTF8MB4_GENERAL_CI',
    connectTimeout: connectTimeoutSeconds * 1000,
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
  const { promise: lost, resolve } = Promise.withResolvers<Error>()
  // A connection that is lost tells nobody else of it; without a listener it would also end the process.
  client.on('error', resolve)
  const opened = Promise.withResolvers<void>()
  client.connect((error) => (error ? opened.reject(error) : opened.resolve()))
  try {
    await opened.promise
  } catch (error) {
    client.destroy()
    throw error
  }
  const destroy = (): void => {
    resolve(new Error('The connection was dropped'))
    client.destroy()
  }
  return { client, lost, destroy, close: () => closing(client, destroy) }
}

function closing(client: Connection, destroy: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, closeTimeoutMs)
  client.end(() => resolve())
  return promise.finally(() => {
    clearTimeout(timer)
    destroy()
  })
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
