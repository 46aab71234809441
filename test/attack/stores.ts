import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { Client } from 'pg'
import { connectors } from '../../src/connectors/registry.ts'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { freshDatabase } from '../harness/database.ts'
import { boundsIn, type ExampleStore } from '../harness/example-stores.ts'
import { mariadbSource } from '../harness/mariadb-source.ts'
import { postgresSource } from '../harness/postgres-source.ts'

/** A store under attack, and a way to look at all of it that is not the session's own. */
export interface BesiegedStore extends ExampleStore {
  contents(): Promise<string>
}

/** How long a statement may take, seconds. */
export const statementSeconds = 2

const setup = [
  'create table victim (id int, name varchar(20))',
  "insert into victim values (1, 'a'), (2, 'b'), (3, null)",
  'create table secrets (name varchar(20))',
  "insert into secrets values ('key')",
]

/** Code of the owner's that does more than compute, and what calls it without its name. */
const loud = [
  `create function loudly(n int) returns int language plpgsql as $$ begin perform pg_sleep(0.01); return n; end $$`,
  `create function loudly(n int, m int) returns int language plpgsql as $$ begin perform pg_sleep(0.01); return n; end $$`,
  'create operator !!! (leftarg = int, rightarg = int, function = loudly)',
  'create domain loud as int check (loudly(value) = value)',
  'create domain lazy as int check (pg_sleep(0.01) is not null)',
]

const nowhere = { database: null, schema: null, root_path: null }

async function session(type: string, folder: string, connection: ConnectionValues, target: DatastoreTarget) {
  const bounds = { ...boundsIn(folder), memory_mb: 256, statement_timeout_seconds: statementSeconds }
  return connectors.get(type).open(connection, target, bounds)
}

const table = (name: string) => ({ name, container_type: 'table' as const, file_options: {} })

/** Bytes of every file below the root, with its name. */
const filesIn = (root: string): string =>
  readdirSync(root)
    .sort()
    .map((name) => `${name}: ${readFileSync(join(root, name)).toString('base64')}`)
    .join('\n')

async function parquet(folder: string): Promise<BesiegedStore> {
  const root = join(folder, 'root')
  mkdirSync(root)
  const instance = await DuckDBInstance.create(':memory:')
  const writer = await instance.connect()
  for (const statement of setup) await writer.run(statement)
  for (const name of ['victim', 'secrets'])
    await writer.run(`copy ${name} to '${join(root, `${name}.parquet`)}'`)
  writer.closeSync()
  instance.closeSync()
  const opened = await session('local', folder, {}, { ...nowhere, root_path: root })
  return {
    session: opened,
    container: (name) => ({ name: `${name}.parquet`, container_type: 'file', file_options: {} }),
    contents: async () => filesIn(root),
    close: () => opened.close(),
  }
}

async function sqlite(folder: string): Promise<BesiegedStore> {
  const root = join(folder, 'root')
  mkdirSync(root)
  const uri = join(root, 'store.sqlite')
  const database = new DatabaseSync(uri)
  for (const statement of setup) database.exec(statement)
  database.close()
  const opened = await session('sqlite', folder, { uri }, nowhere)
  return {
    session: opened,
    container: table,
    contents: async () => filesIn(root),
    close: () => opened.close(),
  }
}

async function onPostgresql(
  folder: string,
  source: { url: string; connection: ConnectionValues; target: DatastoreTarget; close(): Promise<void> },
): Promise<BesiegedStore> {
  const ask = async (statements: readonly string[]): Promise<unknown[]> => {
    const client = new Client({ connectionString: source.url })
    await client.connect()
    try {
      let rows: unknown[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  await ask([...setup, 'create sequence counter', ...loud])
  // What the session itself does not set would be the role's own.
  const { username } = new URL(source.url)
  const role = source.connection.username ?? username
  await ask([
    `alter role "${role}" in database "${new URL(source.url).pathname.slice(1)}" set standard_conforming_strings = off`,
    `alter role "${role}" in database "${new URL(source.url).pathname.slice(1)}" set backslash_quote = on`,
  ])
  const opened = await session('postgresql', folder, source.connection, source.target)
  return {
    session: opened,
    container: table,
    contents: async () =>
      JSON.stringify([
        await ask(['select * from victim order by id']),
        await ask(['select * from secrets']),
        await ask(['select last_value, is_called from counter']),
        await ask(["select relname from pg_class where relnamespace = 'public'::regnamespace order by 1"]),
        await ask(['select count(*) from pg_largeobject_metadata']),
      ]),
    async close() {
      await opened.close()
      await source.close()
    },
  }
}

async function superuser(folder: string): Promise<BesiegedStore> {
  const database = await freshDatabase()
  const { hostname, port, username, password, pathname } = new URL(database.url)
  return onPostgresql(folder, {
    url: database.url,
    connection: {
      host: hostname,
      port: Number(port),
      username,
      password: decodeURIComponent(password),
      parameters: { sslmode: 'disable' },
    },
    target: { database: pathname.slice(1), schema: 'public', root_path: null },
    close: database.close,
  })
}

async function mariadb(folder: string): Promise<BesiegedStore> {
  const source = await mariadbSource()
  await source.run([...setup, 'create sequence counter'])
  const opened = await session('mariadb', folder, source.connection, source.target)
  return {
    session: opened,
    container: table,
    contents: async () =>
      JSON.stringify([
        await source.run(['select * from victim order by id']),
        await source.run(['select * from secrets']),
        await source.run(['show tables']),
        await source.run(['select next_not_cached_value from counter']),
      ]),
    async close() {
      await opened.close()
      await source.close()
    },
  }
}

/** The stores by what the tests call them, each in a folder of its own; PostgreSQL for a reader and for a superuser. */
export const besieged = {
  duckdb: { engine: 'duckdb', open: parquet },
  sqlite: { engine: 'sqlite', open: sqlite },
  'postgresql as a superuser': { engine: 'postgresql', open: superuser },
  'postgresql as a reader': {
    engine: 'postgresql',
    open: async (folder: string) => onPostgresql(folder, await postgresSource()),
  },
  mariadb: { engine: 'mariadb', open: mariadb },
} as const
