import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { startLoggedServer } from '../test/harness/logged-server.ts'
import { untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { familyProcessorTime } from './processes.ts'

/** How many tables there are: ASSAY_BENCH_TABLES, or a thousand. */
export const tables = Number(process.env['ASSAY_BENCH_TABLES'] ?? 1000)
/** The rows of each. */
export const rows = 1000
/** So many of the first tables have a row that fails. */
const failing = 20

const nameOf = (index: number): string => `t${String(index).padStart(4, '0')}`
const names = Array.from({ length: tables }, (_, index) => nameOf(index + 1))

/** The statements that make a table; `series` numbers its rows as `n`. */
const filled = (index: number, series: string): string[] => [
  `create table ${nameOf(index)} (id integer, name text, amount integer, kind text, day text)`,
  `insert into ${nameOf(index)} select n, 'name ' || n, ${index <= failing ? 'case n when 500 then -1 else n % 999 end' : 'n % 999'},
     case n % 3 when 0 then 'a' when 1 then 'b' else 'c' end, '2026-01-01' from ${series}`,
]

/** A source with these tables. */
export interface SmallTables {
  names: readonly string[]
  /** The numbers that a statement for each table answers, on one connection, one after the other. */
  ask(statement: (table: string) => string): Promise<number[][]>
  /** Makes the next scan read all tables again, also where it could tell that they have not changed. */
  touch(): void
  /** Milliseconds of processor time of the source's own processes until now. */
  sourceTime(): number
  datastore: { connection: object; database?: string; schema?: string }
  close(): Promise<void>
}

/** A datastore on them, synced; its id. */
export async function syncedTables(
  ask: Asking,
  { datastore: { connection, ...target } }: Pick<SmallTables, 'datastore'>,
): Promise<number> {
  const { id } = await ask('POST', '/datastores', {
    name: 'many',
    connection: { name: 'many', ...connection },
    ...target,
  })
  const sync = await ask('POST', '/operations/run', { type: 'sync', datastore_id: id })
  const { result, message } = await untilEnded(ask, sync.id, null, 500)
  assert.equal(result, 'success', message)
  return id
}

/** All containers of the datastore, of which there must be so many. */
export async function containersOf(
  ask: Asking,
  datastore: number,
  expected: number,
): Promise<{ id: number }[]> {
  const found: { id: number }[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await ask('GET', `/containers?datastore=${datastore}&size=1000&page=${page}`)
    found.push(...answer.items)
    pages = answer.pages
  }
  assert.equal(found.length, expected, 'every table of the source is a container')
  return found
}

/** On a PostgreSQL server of its own. */
export async function onPostgresql(): Promise<SmallTables> {
  const server = await startLoggedServer({ autovacuum: 'off', log_statement: 'none' })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  for (const [index] of names.entries())
    for (const sql of filled(index + 1, `generate_series(1, ${rows}) n`)) await client.query(sql)
  await client.query('vacuum analyze')
  return {
    names,
    datastore: {
      connection: { type: 'postgresql', ...server.reader },
      database: 'assay',
      schema: 'public',
    },
    async ask(statement) {
      // A script connects each time it runs; a session that has seen all tables before would know them by heart.
      const script = new Client({ connectionString: server.url })
      await script.connect()
      const answers: number[][] = []
      for (const name of names) {
        const { rows: found } = await script.query<string[]>({ text: statement(name), rowMode: 'array' })
        answers.push((found[0] ?? []).slice(1).map(Number))
      }
      await script.end()
      return answers
    },
    // Nothing tells whether a table of PostgreSQL has changed.
    touch: () => undefined,
    sourceTime: () => familyProcessorTime(server.pid),
    async close() {
      await client.end()
      await server.stop()
    },
  }
}

/** In an SQLite file. */
export async function onSqlite(folder: string): Promise<SmallTables> {
  const uri = join(folder, 'many.db')
  const database = new DatabaseSync(uri)
  const series = `(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows}) select n from numbers)`
  database.exec('begin')
  for (const [index] of names.entries()) for (const sql of filled(index + 1, series)) database.exec(sql)
  database.exec('commit')
  return {
    names,
    datastore: { connection: { type: 'sqlite', uri } },
    ask: async (statement) =>
      names.map((name) => {
        const answer = database.prepare(statement(name)).get() ?? {}
        return Object.values(answer).slice(1).map(Number)
      }),
    touch: () => utimesSync(uri, new Date(), new Date()),
    // It has no process of its own.
    sourceTime: () => 0,
    close: async () => database.close(),
  }
}
