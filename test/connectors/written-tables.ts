import { mkdir, mkdtemp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { Client } from 'pg'
import type {
  Connector,
  ConnectionValues,
  DatastoreTarget,
  SessionBounds,
} from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { azureSpeech } from '../harness/azure-speech.ts'
import { gcsSpeech } from '../harness/gcs-speech.ts'
import { ObjectServer, type Speech } from '../harness/object-server.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import type { MysqlDatabase } from '../harness/mysql-database.ts'
import { mysqlAbsence, mysqlSource } from '../harness/mysql-source.ts'
import { postgresSource } from '../harness/postgres-source.ts'
import { s3Speech } from '../harness/s3-speech.ts'
import { startVersitygw, versitygwAbsence } from '../harness/versitygw.ts'

/** A store to write into, and its own client to read what was written. */
export interface WrittenStore {
  connector: Connector
  connection: ConnectionValues
  target: DatastoreTarget
  /** Rows by the store's own client; `*` is all columns in the order of the table. */
  read(table: string, columns?: string, order?: string): Promise<unknown[][]>
  rename(table: string, to: string): Promise<void>
  remove(table: string): Promise<void>
  /** Makes the store refuse to write this table, as far as it can; the answer ends that. Left out where nothing does. */
  refuse?(table: string): Promise<() => Promise<void>>
  /** Makes whoever writes this table wait; the answer ends that. Left out where nothing does. */
  hold?(table: string): Promise<() => Promise<void>>
  /** Makes a view of all columns and rows of a table, and what else people tie to a table that stays theirs. Left out where there is none. */
  view?(name: string, table: string): Promise<void>
  /** What people tied to the table; left out where nothing goes with a table. */
  tied?(table: string): Promise<unknown>
  /** Makes a table that is not the service's, with one row. */
  foreign(table: string): Promise<void>
  close(): Promise<void>
}

/** The bounds of a writer under test. */
export const writingBounds = (folder: string, signal = new AbortController().signal): SessionBounds => ({
  memory_mb: 256,
  scratch_folder: folder,
  allowed_paths: [folder],
  statement_timeout_seconds: 60,
  signal,
})

const noTarget = { database: null, schema: null, root_path: null }

/** The rows that DuckDB's own client answers; of files when `database` is `:memory:`. */
export async function duckdbRows(database: string, sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(database)
  const connection = await instance.connect()
  try {
    return (await (await connection.run(sql)).getRowsJson()) as unknown[][]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** A database of MariaDB or MySQL, written as its owner. */
function ofMysqlFamily(type: 'mariadb' | 'mysql', source: MysqlDatabase): WrittenStore {
  const quoted = (text: string): string => text.replaceAll('"', '`')
  return {
    connector: connectors.get(type),
    connection: { ...source.connection, ...source.owner },
    target: source.target,
    read: async (table, columns = '*', order = '1') =>
      (await source.run([`select ${quoted(columns)} from \`${table}\` order by ${quoted(order)}`])).map(
        (row) => (Array.isArray(row) ? row : Object.values(row as object)),
      ),
    async rename(table, to) {
      await source.run([`rename table \`${table}\` to \`${to}\``])
    },
    async remove(table) {
      await source.run([`drop table \`${table}\``])
    },
    async view(name, table) {
      await source.run([`create view \`${name}\` as select * from \`${table}\``])
    },
    async foreign(table) {
      await source.run([`create table \`${table}\` as select 1 as mine`])
    },
    close: source.close,
  }
}

/** Why a kind of store cannot be written here, by its name; those that can be are left out. */
export const unwritten: Record<string, string | false> = {
  mariadb: mariadbAbsence,
  mysql: mysqlAbsence,
  versitygw: versitygwAbsence,
}

/** Each kind of store by name, in an empty folder if it needs one. */
export const writtenStores: Record<string, (folder: string) => Promise<WrittenStore>> = {
  postgresql: async () => {
    const source = await postgresSource()
    const url = new URL(source.url)
    const owner = { username: url.username, password: decodeURIComponent(url.password) }
    const run = async (sql: string): Promise<unknown[][]> => {
      const client = new Client({ connectionString: source.url })
      await client.connect()
      const { rows } = await client
        .query<unknown[]>({ text: sql, rowMode: 'array' })
        .finally(() => client.end())
      return rows
    }
    return {
      connector: connectors.get('postgresql'),
      connection: { ...source.connection, ...owner },
      target: source.target,
      read: (table, columns = '*', order = '1') => run(`select ${columns} from "${table}" order by ${order}`),
      async rename(table, to) {
        await run(`alter table "${table}" rename to "${to}"`)
      },
      async remove(table) {
        await run(`drop table "${table}"`)
      },
      async view(name, table) {
        await run(
          `create view "${name}" as select * from "${table}"; grant select on "${table}" to pg_monitor with grant option; create index on "${table}" ("ID")`,
        )
      },
      tied: (table) =>
        run(`select relacl::text ~ 'pg_monitor=r\\*', relhasindex from pg_class where relname = '${table}'`),
      async foreign(table) {
        await run(`create table "${table}" as select 1 as mine`)
      },
      async refuse() {
        const readOnly = (is: string) =>
          run(`alter database "${source.target.database}" set default_transaction_read_only = ${is}`)
        await readOnly('on')
        return async () => {
          await run(
            `begin read write; alter database "${source.target.database}" set default_transaction_read_only = off; commit`,
          )
        }
      },
      async hold(table) {
        const client = new Client({ connectionString: source.url })
        await client.connect()
        await client.query(`begin; lock table "${table}" in access exclusive mode`)
        return () => client.end()
      },
      close: source.close,
    }
  },
  mariadb: async () => ofMysqlFamily('mariadb', await mariadbSource()),
  mysql: async () => ofMysqlFamily('mysql', await mysqlSource()),
  sqlite: async (folder) => {
    const uri = join(folder, 'results.sqlite')
    const run = (sql: string): unknown[][] => {
      const database = new DatabaseSync(uri)
      try {
        return database
          .prepare(sql)
          .all()
          .map((row) => Object.values(row))
      } finally {
        database.close()
      }
    }
    run('create table other (a)')
    return {
      connector: connectors.get('sqlite'),
      connection: { uri },
      target: noTarget,
      read: async (table, columns = '*', order = '1') =>
        run(`select ${columns} from "${table}" order by ${order}`),
      async rename(table, to) {
        run(`alter table "${table}" rename to "${to}"`)
      },
      async remove(table) {
        run(`drop table "${table}"`)
      },
      async view(name, table) {
        run(`create view "${name}" as select * from "${table}"`)
      },
      async foreign(table) {
        run(`create table "${table}" as select 1 as mine`)
      },
      async refuse() {
        // SQLite writes no row without its journal.
        await mkdir(`${uri}-journal`)
        return () => rmdir(`${uri}-journal`)
      },
      async hold() {
        const database = new DatabaseSync(uri)
        database.exec('begin exclusive')
        return async () => database.close()
      },
      close: async () => undefined,
    }
  },
  duckdb: async (folder) => {
    const uri = join(folder, 'results.duckdb')
    await duckdbRows(uri, 'create table other (a integer)')
    return {
      connector: connectors.get('duckdb'),
      connection: { uri },
      target: noTarget,
      read: (table, columns = '*', order = '1') =>
        duckdbRows(uri, `select ${columns} from "${table}" order by ${order}`),
      async rename(table, to) {
        await duckdbRows(uri, `alter table "${table}" rename to "${to}"`)
      },
      async remove(table) {
        await duckdbRows(uri, `drop table "${table}"`)
      },
      async view(name, table) {
        await duckdbRows(uri, `create view "${name}" as select * from "${table}"`)
      },
      async foreign(table) {
        await duckdbRows(uri, `create table "${table}" as select 1 as mine`)
      },
      async refuse() {
        const other = await DuckDBInstance.create(uri)
        return async () => other.closeSync()
      },
      close: async () => undefined,
    }
  },
  local: async (folder) => {
    const root = join(folder, 'results')
    await mkdir(root)
    return {
      connector: connectors.get('local'),
      connection: {},
      target: { ...noTarget, root_path: root },
      read: (table, columns = '*', order = '1') =>
        duckdbRows(':memory:', `select ${columns} from '${join(root, table)}.parquet' order by ${order}`),
      rename: (table, to) => rename(`${join(root, table)}.parquet`, `${join(root, to)}.parquet`),
      remove: (table) => rm(`${join(root, table)}.parquet`),
      async foreign(table) {
        await duckdbRows(':memory:', `copy (select 1 as mine) to '${join(root, table)}.parquet'`)
      },
      async refuse(table) {
        const part = join(root, `.${table}.part`)
        await mkdir(part)
        return () => rmdir(part)
      },
      close: async () => undefined,
    }
  },
  s3: (folder) => writtenObjects('s3', folder),
  gcs: (folder) => writtenObjects('gcs', folder),
  abfs: (folder) => writtenObjects('abfs', folder),
  versitygw: writtenToVersitygw,
}

const speeches: Record<string, Speech> = { s3: s3Speech, gcs: gcsSpeech, abfs: azureSpeech }

/** Where the tables are in the bucket. */
const prefix = 'our results/'

/** A strict server of objects as a store that is written; its tables are read by DuckDB from copies of the objects. */
export async function writtenObjects(
  type: string,
  folder: string,
): Promise<WrittenStore & { server: ObjectServer }> {
  const server = await ObjectServer.start(speeches[type])
  const keyOf = (table: string): string => `${prefix}${table}.parquet`
  const inScratch = async <Result>(work: (file: string) => Promise<Result>): Promise<Result> => {
    const scratch = await mkdtemp(join(folder, 'copy-'))
    return work(join(scratch, 'table.parquet')).finally(() => rm(scratch, { recursive: true }))
  }
  return {
    server,
    connector: connectors.get(type),
    connection: server.connection,
    target: { ...noTarget, root_path: prefix },
    read: (table, columns = '*', order = '1') =>
      inScratch(async (file) => {
        await writeFile(file, server.content(keyOf(table)) ?? '')
        return duckdbRows(':memory:', `select ${columns} from '${file}' order by ${order}`)
      }),
    async rename(table, to) {
      server.put(keyOf(to), server.content(keyOf(table)) ?? '')
      server.remove(keyOf(table))
    },
    async remove(table) {
      server.remove(keyOf(table))
    },
    foreign: (table) =>
      inScratch(async (file) => {
        await duckdbRows(':memory:', `copy (select 1 as mine) to '${file}'`)
        server.put(keyOf(table), await readFile(file))
      }),
    async refuse() {
      server.intervene = ({ kind }) => (kind === 'put' ? { status: 403, code: 'AccessDenied' } : null)
      return async () => {
        server.intervene = () => null
      }
    },
    async hold(table) {
      const held = Promise.withResolvers<void>()
      server.intervene = ({ kind, key }) =>
        kind === 'put' && key === keyOf(table) ? { after: held.promise } : null
      return async () => {
        server.intervene = () => null
        held.resolve()
      }
    },
    close: () => server.close(),
  }
}

/** A gateway of the S3 protocol that others wrote, whose objects are files. */
async function writtenToVersitygw(folder: string): Promise<WrittenStore> {
  const server = await startVersitygw(folder)
  const keyOf = (table: string): string => `${prefix}${table}.parquet`
  const fileOf = (table: string): string => join(server.folder, keyOf(table))
  return {
    connector: connectors.get('s3'),
    connection: server.connection,
    target: { ...noTarget, root_path: prefix },
    read: (table, columns = '*', order = '1') =>
      duckdbRows(':memory:', `select ${columns} from '${fileOf(table)}' order by ${order}`),
    async rename(table, to) {
      await server.put(keyOf(to), await readFile(fileOf(table)))
      await rm(fileOf(table))
    },
    remove: (table) => rm(fileOf(table)),
    async foreign(table) {
      const file = join(folder, 'mine.parquet')
      await duckdbRows(':memory:', `copy (select 1 as mine) to '${file}'`)
      await server.put(keyOf(table), await readFile(file))
    },
    close: () => server.close(),
  }
}
