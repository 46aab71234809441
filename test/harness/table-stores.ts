import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { mariadbSource } from './mariadb-source.ts'
import { onServer, postgresSource } from './postgres-source.ts'
import type { Source, WorkingApp } from './working-app.ts'

/** A store of tables that a test may write into while the service reads it. */
export interface TableStore {
  /** Members of its connection and its datastore, as they are given to the service. */
  connection: object
  target: object
  /** Where its owner connects to, of a PostgreSQL. */
  url?: string
  run(statements: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** The stores of tables by the names of their connection types; the files lie in the folder that the service may read. */
export const tableStores: Record<string, (folder: string) => Promise<TableStore>> = {
  async postgresql() {
    const { connection, target, url, close } = await postgresSource()
    const { database, schema } = target
    return {
      connection,
      target: { database: database ?? new URL(url).pathname.slice(1), schema },
      url,
      run: (statements) => onServer(url, statements),
      close,
    }
  },
  async mariadb() {
    const { connection, target, run, close } = await mariadbSource()
    return {
      connection,
      target: { database: target.database },
      run: async (statements) => void (await run(statements)),
      close,
    }
  },
  async sqlite(folder) {
    const uri = join(folder, 'tables.sqlite')
    return {
      connection: { uri },
      target: {},
      async run(statements) {
        const database = new DatabaseSync(uri)
        for (const statement of statements) database.exec(statement)
        database.close()
      },
      close: async () => undefined,
    }
  },
  async duckdb(folder) {
    const uri = join(folder, 'tables.duckdb')
    return {
      connection: { uri },
      target: {},
      async run(statements) {
        const instance = await DuckDBInstance.create(uri)
        const connection = await instance.connect()
        for (const statement of statements) await connection.run(statement)
        connection.closeSync()
        instance.closeSync()
      },
      close: async () => undefined,
    }
  },
}

let made = 0

/** A datastore on the store, not yet synced. */
export async function datastoreOn(
  app: WorkingApp,
  type: string,
  { connection, target }: TableStore,
  members: object = {},
): Promise<Source & { connection_id: number }> {
  made += 1
  const name = `${type} ${made}`
  const { status, body } = await app.ask('POST', '/api/datastores', {
    name,
    connection: { name, type, ...connection, ...members },
    ...target,
  })
  assert.equal(status, 201, JSON.stringify(body))
  const unwritten = () => assert.fail('a store of tables has no files of its own')
  return {
    datastore_id: body.id,
    connection_id: body.connection_id,
    folder: '',
    write: unwritten,
    remove: unwritten,
  }
}

/** Sets what a container is cut by; null leaves it whole. */
export async function cutBy(
  app: WorkingApp,
  source: Source,
  container: string,
  partition_field: string | null,
  members: object = {},
): Promise<void> {
  const id = (await app.containers(source)).get(container)
  const { status, body } = await app.ask('PUT', `/api/containers/${id}`, {
    container_type: 'table',
    partition_field,
    ...members,
  })
  assert.equal(status, 200, JSON.stringify(body))
}
