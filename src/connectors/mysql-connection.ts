import { isIP } from 'node:net'
import type { Connection, ConnectionOptions, QueryError, SslOptions } from 'mysql2'
import { messageOf, ServiceError } from '../kernel/errors.ts'
import type { ConnectionValues } from './connector.ts'

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

const connectTimeoutSeconds = 10
const closeTimeoutMs = 5000

/** Connects; throws ServiceError `connection_failed` with the server's own reason, `invalid` for an unknown sslmode. */
export async function connectMysql(
  connection: ConnectionValues,
  database: string | null,
): Promise<MysqlConnection> {
  const mode = connection.parameters?.['sslmode'] ?? 'prefer'
  try {
    return await connect(
      connection,
      database,
      mode === 'prefer' ? { rejectUnauthorized: false } : ssl(connection),
    )
  } catch (error) {
    if (mode === 'prefer' && isQueryError(error) && error.code === 'HANDSHAKE_NO_SSL_SUPPORT') {
      return connect(connection, database, null).catch((cause: unknown) => {
        throw failed(connection, cause)
      })
    }
    throw failed(connection, error)
  }
}

async function connect(
  { host, port, username, password }: ConnectionValues,
  database: string | null,
  ssl: SslOptions | null,
): Promise<MysqlConnection> {
  const { createConnection } = await import('mysql2')
  const options: ConnectionOptions = {
    host: host ?? 'localhost',
    port: port ?? 3306,
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

function ssl({ host, parameters = {} }: ConnectionValues): SslOptions | null {
  const { sslmode, sslrootcert } = parameters
  const ca = typeof sslrootcert === 'string' ? { ca: sslrootcert } : {}
  switch (sslmode) {
    case 'disable':
      return null
    case 'require':
      return { rejectUnauthorized: false }
    case 'verify-ca':
      return { ...ca, rejectUnauthorized: true, verifyIdentity: false }
    case 'verify-full':
      // The driver compares the certificate of an address with the name localhost.
      if (isIP(host ?? '') !== 0) {
        throw new ServiceError(
          'invalid',
          `The sslmode verify-full compares the name of the server: give its name rather than ${host}, or use verify-ca.`,
        )
      }
      return { ...ca, rejectUnauthorized: true, verifyIdentity: true }
    default:
      throw new ServiceError(
        'invalid',
        `The sslmode "${String(sslmode)}" is not known; use disable, prefer, require, verify-ca or verify-full.`,
      )
  }
}

function failed({ host, port }: ConnectionValues, cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause
  const server = `${host ?? 'localhost'}:${port ?? 3306}`
  // A name with several addresses fails with all their errors; the first tells enough.
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause
  const reason = messageOf(first).replace(/\.$/, '')
  const sentence = /ETIMEDOUT/.test(reason)
    ? `${server} did not answer within ${connectTimeoutSeconds} seconds.`
    : `${server} refused the connection: ${reason}.`
  return new ServiceError('connection_failed', sentence, { cause })
}

/** An error of the driver; one that the server sent has a `sqlState`. */
export function isQueryError(error: unknown): error is QueryError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
