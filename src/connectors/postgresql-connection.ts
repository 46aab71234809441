import { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import { messageOf, ServiceError } from '../kernel/errors.ts'
import type { ConnectionValues } from './connector.ts'

/** A connected client and what it takes to cut it off. */
export interface PostgresqlConnection {
  client: Client
  /** Ends the connection politely, or after five seconds in any way. */
  close(): Promise<void>
  /** Resolves when the connection is over, for whatever reason. */
  ended: Promise<void>
  /** Drops the socket: the last resort when a statement cannot be cancelled. */
  destroy(): void
}

const connectTimeoutSeconds = 10
const closeTimeoutMs = 5000

/** Connects; throws ServiceError `connection_failed` with the server's own reason, `invalid` for an unknown sslmode. */
export async function connectPostgresql(
  connection: ConnectionValues,
  database: string | null,
): Promise<PostgresqlConnection> {
  const mode = connection.parameters?.['sslmode'] ?? 'prefer'
  try {
    return await connect(
      connection,
      database,
      mode === 'prefer' ? { rejectUnauthorized: false } : ssl(connection),
    )
  } catch (error) {
    if (mode === 'prefer' && error instanceof Error && /does not support SSL/.test(error.message)) {
      return connect(connection, database, false).catch((cause: unknown) => {
        throw failed(connection, cause)
      })
    }
    throw failed(connection, error)
  }
}

async function connect(
  { host, port, username, password }: ConnectionValues,
  database: string | null,
  ssl: NonNullable<ClientConfig['ssl']>,
): Promise<PostgresqlConnection> {
  const { Client } = await import('pg')
  const socket = new Socket()
  const client = new Client({
    host: host ?? 'localhost',
    port: port ?? 5432,
    user: username ?? undefined,
    // An empty text keeps the driver from looking for a password file of this machine.
    password: password ?? '',
    database: database ?? 'postgres',
    ssl,
    stream: () => socket,
    application_name: 'assay',
    connectionTimeoutMillis: connectTimeoutSeconds * 1000,
    keepAlive: true,
  })
  // A lost connection rejects the running statement; without a listener it would also end the process.
  client.on('error', () => undefined)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  client.once('end', resolve)
  await client.connect()
  return {
    client,
    ended,
    destroy: () => socket.destroy(),
    async close() {
      const timer = setTimeout(() => socket.destroy(), closeTimeoutMs)
      await client.end().catch(() => undefined)
      clearTimeout(timer)
    },
  }
}

function ssl({ parameters = {} }: ConnectionValues): NonNullable<ClientConfig['ssl']> {
  const { sslmode, sslrootcert } = parameters
  const ca = typeof sslrootcert === 'string' ? { ca: sslrootcert } : {}
  switch (sslmode) {
    case 'disable':
      return false
    case 'require':
      return { rejectUnauthorized: false }
    case 'verify-ca':
      return { ...ca, rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'verify-full':
      return { ...ca, rejectUnauthorized: true }
    default:
      throw new ServiceError(
        'invalid',
        `The sslmode "${String(sslmode)}" is not known; use disable, prefer, require, verify-ca or verify-full.`,
      )
  }
}

function failed({ host, port }: ConnectionValues, cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause
  const server = `${host ?? 'localhost'}:${port ?? 5432}`
  // A name with several addresses fails with all their errors; the first tells enough.
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause
  const reason = messageOf(first)
  const sentence = /timeout expired|ETIMEDOUT/.test(reason)
    ? `${server} did not answer within ${connectTimeoutSeconds} seconds.`
    : `${server} refused the connection: ${reason}.`
  return new ServiceError('connection_failed', sentence, { cause })
}

/** The five characters that the server gives each kind of error, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
