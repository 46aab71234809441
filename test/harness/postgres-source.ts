import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { startTestServer, type TestServer } from './database.ts'
import { sharedServer } from './shared-servers.ts'

/** A database of its own that a test connects to as a source, read by a role that may only read. */
export interface PostgresSource {
  /** As its owner, to write into it. */
  url: string
  connection: ConnectionValues & { host: string; port: number; username: string }
  target: DatastoreTarget
  /** Drops the database and its role; the last one of this process stops the server that this process started. */
  close(): Promise<void>
}

let server: Promise<TestServer> | null = null
let open = 0

/** On the server of ASSAY_TEST_POSTGRES_URL, else of ASSAY_TEST_DATABASE_URL, else on one shared or started by this process. */
export async function postgresSource(): Promise<PostgresSource> {
  open += 1
  const given = process.env['ASSAY_TEST_POSTGRES_URL'] ?? process.env['ASSAY_TEST_DATABASE_URL']
  server ??= given
    ? Promise.resolve({ url: given, stop: async () => undefined })
    : (sharedServer('postgresql') ?? startTestServer())
  const { url: serverUrl } = await server
  const name = `assay_source_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await onServer(serverUrl, [
    `create database ${name}`,
    `create role ${name} login nosuperuser password '${password}'`,
  ])
  // The role can read what its owner will have written by then.
  await onServer(url.href, [`alter default privileges grant select on tables to ${name}`])
  return {
    url: url.href,
    connection: {
      host: url.hostname,
      port: Number(url.port),
      username: name,
      password,
      parameters: { sslmode: 'prefer' },
    },
    target: { database: name, schema: 'public', root_path: null },
    async close() {
      await onServer(serverUrl, [`drop database ${name} with (force)`, `drop role ${name}`])
      open -= 1
      if (open > 0) return
      const last = server
      server = null
      await (await last)?.stop()
    },
  }
}

/** Runs statements one by one on a connection of their own. */
export async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
