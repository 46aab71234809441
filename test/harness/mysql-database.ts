import { randomBytes } from 'node:crypto'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { onMariadb } from './mariadb-server.ts'

/** A database of its own that a test connects to as a source, read by an account that may only read it. */
export interface MysqlDatabase {
  connection: ConnectionValues & { host: string; port: number; username: string; password: string }
  target: DatastoreTarget & { database: string }
  /** The server's owner, who may do anything. */
  owner: ConnectionValues
  /** Runs statements as the server's owner in this database, and answers the rows of the last. */
  run(statements: readonly string[]): Promise<unknown[]>
  /** Drops the database and its account. */
  close(): Promise<void>
}

/** On a server of MySQL or MariaDB whose owner's address this is. */
export async function databaseOn(server: string): Promise<MysqlDatabase> {
  const name = `assay_source_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await onMariadb(server, [
    `create database ${name}`,
    `create user ${name} identified by '${password}'`,
    `grant select, show view on ${name}.* to ${name}`,
  ])
  const url = new URL(server)
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
      await onMariadb(server, [`drop database ${name}`, `drop user ${name}`])
    },
  }
}
