import { randomBytes } from 'node:crypto'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { onMariadb, startMariadb, type MariadbServer } from './mariadb-server.ts'
import { sharedServer } from './shared-servers.ts'

/** A database of its own that a test connects to as a source, read by an account that may only read it. */
export interface MariadbSource {
  connection: ConnectionValues & { host: string; port: number; username: string; password: string }
  target: DatastoreTarget & { database: string }
  /** The server's owner, who may do anything. */
  owner: ConnectionValues
  /** Runs statements as the server's owner in this database, and answers the rows of the last. */
  run(statements: readonly string[]): Promise<unknown[]>
  /** Drops the database and its account; the last one of this process stops the server that this process started. */
  close(): Promise<void>
}

const given = process.env['ASSAY_TEST_MARIADB_URL']

export { mariadbAbsence } from './mariadb-absence.ts'

let server: Promise<MariadbServer> | null = null
let open = 0

/** On the server of ASSAY_TEST_MARIADB_URL, else on the one that `npm test` shares, else on one that this process starts. */
export async function mariadbSource(): Promise<MariadbSource> {
  open += 1
  server ??= given
    ? Promise.resolve({ url: given, stop: async () => undefined })
    : (sharedServer('mariadb') ?? startMariadb())
  const { url: serverUrl } = await server
  const name = `assay_source_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await onMariadb(serverUrl, [
    `create database ${name}`,
    `create user ${name} identified by '${password}'`,
    `grant select, show view on ${name}.* to ${name}`,
  ])
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    connection: {
      host: url.hostname,
      port: Number(url.port),
      username: name,
      password,
      parameters: { sslmode: 'prefer' },
    },
    target: { database: name, schema: null, root_path: null },
    owner: {
      host: url.hostname,
      port: Number(url.port),
      username: url.username,
      password: decodeURIComponent(url.password),
    },
    run: (statements) => onMariadb(url.href, statements),
    async close() {
      await onMariadb(serverUrl, [`drop database ${name}`, `drop user ${name}`])
      open -= 1
      if (open > 0) return
      const last = server
      server = null
      await (await last)?.stop()
    },
  }
}
