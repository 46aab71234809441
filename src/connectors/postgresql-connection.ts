import { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import type { ConnectionValues } from './connector.ts'
import { closeTimeoutMs, connectTimeoutSeconds, connectToServer, type Tls } from './server-connection.ts'

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

const defaultPort = 5432

/** Connects; the errors of `connectToServer`. */
export const connectPostgresql = (
  connection: ConnectionValues,
  database: string | null,
): Promise<PostgresqlConnection> =>
  connectToServer(connection, {
    defaultPort,
    connect: (tls) => connect(connection, database, ssl(tls)),
    hasNoTls: (error) => error instanceof Error && /does not support SSL/.test(error.message),
  })

async function connect(
  { host, port, username, password }: ConnectionValues,
  database: string | null,
  ssl: NonNullable<ClientConfig['ssl']>,
): Promise<PostgresqlConnection> {
  const { Client } = await import('pg')
  const socket = new Socket()
  const client = new Client({
    host: host ?? 'localhost',
    port: port ?? defaultPort,
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

function ssl(tls: Tls): NonNullable<ClientConfig['ssl']> {
  if (tls === null) return false
  return {
    rejectUnauthorized: tls.verify !== 'nothing',
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...(tls.verify === 'signer' && { checkServerIdentity: () => undefined }),
  }
}

/** The five characters that the server gives each kind of error, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
