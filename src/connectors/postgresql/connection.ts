import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Client, ClientConfig } from 'pg'
import { messageOf } from '../../kernel/errors.ts'
import { usualPorts } from '../../model/usual-places.ts'
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

/** A connection to a PostgreSQL server. */
export type PostgresqlConnection = ServerConnection<Client>

/** Where servers of a kind that speaks the protocol are found. */
export interface PostgresqlPlace {
  title: string
  default_port: number
  /** The database that each of its servers is made with. */
  first_database: string
}

/** Where PostgreSQL itself is found. */
export const postgresqlPlace: PostgresqlPlace = {
  title: 'PostgreSQL',
  default_port: usualPorts.postgresql,
  first_database: 'postgres',
}

/** Connects; the errors of `connectToServer`. */
export const connectPostgresql = (
  connection: ConnectionValues,
  database: string | null,
  bounds: SocketBounds,
  place: PostgresqlPlace = postgresqlPlace,
): Promise<PostgresqlConnection> =>
  connectToServer(connection, bounds, {
    title: place.title,
    defaultPort: place.default_port,
    connect: (tls) => connect(connection, database, ssl(tls), place),
    socketOf: (folder, port) => join(folder, `.s.PGSQL.${port}`),
    hasNoTls,
    isAnswer: (error) =>
      sqlState(error) !== undefined ||
      hasNoTls(error) ||
      error instanceof PasswordMissing ||
      // The driver's own words, for what the server asks while it lets somebody in.
      (error instanceof Error && error.message.startsWith('SASL: ')),
  })

/** Connects without a database's name; being told that the first one is missing proves that the role was let in. */
export async function reachPostgresql(
  connection: ConnectionValues,
  bounds: SocketBounds,
  place: PostgresqlPlace = postgresqlPlace,
): Promise<void> {
  try {
    await (await connectPostgresql(connection, null, bounds, place)).close()
  } catch (error) {
    const isDatabaseMissing = error instanceof Error && sqlState(error.cause) === '3D000'
    if (!isDatabaseMissing) throw error
  }
}

const hasNoTls = (error: unknown): boolean =>
  error instanceof Error && /does not support SSL/.test(error.message)

async function connect(
  { host, port, username, password }: ConnectionValues,
  database: string | null,
  ssl: NonNullable<ClientConfig['ssl']>,
  { default_port, first_database }: PostgresqlPlace,
): Promise<PostgresqlConnection> {
  const { Client } = await import('pg')
  const socket = guarded(new Socket())
  const client = new Client({
    host: host ?? 'localhost',
    port: port ?? default_port,
    user: username ?? undefined,
    // An empty text keeps the driver from looking for a password file of this machine.
    password: password ?? '',
    database: database ?? first_database,
    ssl,
    stream: () => socket,
    application_name: 'assay',
    connectionTimeoutMillis: connectTimeoutSeconds * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  const connection = connectionOver(socket, client, () => client.end())
  try {
    await client.connect()
    return connection
  } catch (error) {
    socket.destroy()
    // The driver's words are about its own call.
    throw /client password must be/.test(messageOf(error)) ? new PasswordMissing() : error
  }
}

/** The server wants to know a password, and there is none. */
class PasswordMissing extends Error {
  constructor() {
    super('it asks for a password, and the connection has none')
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
