import { Client } from 'pg'
import type { ConnectionValues, DatastoreTarget } from '../../../src/connectors/connector.ts'
import { besiegingSession, setup, type BesiegedStore } from '../../attack/besieged-store.ts'
import { freshDatabase } from '../../harness/database.ts'
import { tableNamed } from '../../harness/example-tables.ts'
import { postgresSource } from '../../harness/postgres-source.ts'

/** Code of the owner's that does more than compute, and what calls it without its name. */
const loud = [
  `create function loudly(n int) returns int language plpgsql as $$ begin perform pg_sleep(0.01); return n; end $$`,
  `create function loudly(n int, m int) returns int language plpgsql as $$ begin perform pg_sleep(0.01); return n; end $$`,
  'create operator !!! (leftarg = int, rightarg = int, function = loudly)',
  'create domain loud as int check (loudly(value) = value)',
  'create domain lazy as int check (pg_sleep(0.01) is not null)',
]

/** Runs statements one by one on a connection of their own, and answers the rows of the last. */
export async function rowsOn(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

async function onPostgresql(
  folder: string,
  source: { url: string; connection: ConnectionValues; target: DatastoreTarget; close(): Promise<void> },
): Promise<BesiegedStore> {
  const ask = (statements: readonly string[]): Promise<unknown[]> => rowsOn(source.url, statements)
  await ask([...setup, 'create sequence counter', ...loud])
  // What the session itself does not set would be the role's own.
  const { username } = new URL(source.url)
  const role = source.connection.username ?? username
  await ask([
    `alter role "${role}" in database "${new URL(source.url).pathname.slice(1)}" set standard_conforming_strings = off`,
    `alter role "${role}" in database "${new URL(source.url).pathname.slice(1)}" set backslash_quote = on`,
  ])
  const opened = await besiegingSession('postgresql', folder, source.connection, source.target)
  return {
    session: opened,
    container: tableNamed,
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

/** For a superuser. */
export async function besiegedBySuperuser(folder: string): Promise<BesiegedStore> {
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

/** For a role that may only read. */
export async function besiegedByReader(folder: string): Promise<BesiegedStore> {
  return onPostgresql(folder, await postgresSource())
}
