import assert from 'node:assert/strict'
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, after, before } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { Client } from 'pg'
import { connectors } from '../../src/connectors/registry.ts'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { Aborted } from '../../src/kernel/errors.ts'
import { evaluated } from '../harness/engine.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import { onServer, postgresSource } from '../harness/postgres-source.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const aborts = isFull ? 50 : 3
/** The bar; a busy machine may need longer to look, so only the whole run holds to it. */
const patienceMs = isFull ? 2000 : 300_000
/** Aborts come at any time from before the first statement until the long one runs. */
const latestMs = 600

const rows = 300
const created = ['create table victim (id int, name varchar(20))']
const inserted = `insert into victim values ${Array.from({ length: rows }, (_, id) => `(${id}, 'n${id % 7}')`).join(', ')}`

/** A store with a table to scan, an expression that takes it minutes, and a look at what still runs for the scan. */
interface Scanned {
  type: string
  connection: ConnectionValues
  target: DatastoreTarget
  file: boolean
  slow: string
  /** Statements, or processes, that work for a session of the scan. */
  running(): Promise<string[]>
  close(): Promise<void>
}

const nowhere = { database: null, schema: null, root_path: null }

async function onPostgresql(): Promise<Scanned> {
  const source = await postgresSource()
  const { username } = source.connection
  await onServer(source.url, [...created, inserted, `grant select on victim to ${username}`])
  const watcher = new Client({ connectionString: source.url })
  await watcher.connect()
  return {
    ...source,
    type: 'postgresql',
    file: false,
    slow: '(select count(*) from generate_series(1, 3000) a, generate_series(1, 3000) b where (a * b + id) % 7 = 8) = 0',
    async running() {
      const { rows: found } = await watcher.query(
        `select query from pg_stat_activity where usename = $1 and state = 'active'`,
        [username],
      )
      return found.map(({ query }) => String(query))
    },
    async close() {
      await watcher.end()
      await source.close()
    },
  }
}

async function onMariadb(): Promise<Scanned> {
  const source = await mariadbSource()
  await source.run([...created, inserted])
  return {
    ...source,
    type: 'mariadb',
    file: false,
    slow: '(select count(*) from victim as a, victim as b, victim as c where (a.id * b.id + c.id) % 7 = 8) = 0',
    async running() {
      const found = await source.run([
        `select info from information_schema.processlist
         where id <> connection_id() and command in ('Query', 'Execute') and info is not null`,
      ])
      return found.map((row) => JSON.stringify(row))
    },
  }
}

/** SQLite is read in a child process, which must be gone. */
async function onSqlite(folder: string): Promise<Scanned> {
  const uri = join(folder, 'store.sqlite')
  const database = new DatabaseSync(uri)
  for (const sql of [...created, inserted]) database.exec(sql)
  database.close()
  return {
    type: 'sqlite',
    connection: { uri },
    target: nowhere,
    file: false,
    slow: '(select count(*) from victim as a, victim as b, victim as c, victim as d where (a.id * b.id + c.id + d.id) % 7 = 8) = 0',
    running: async () => childrenNamed('sqlite/child'),
    close: async () => undefined,
  }
}

/** Command lines of this process's children that hold the word. */
function childrenNamed(word: string): string[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1]
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return Number(parent) === process.pid && command.includes(word) ? [command] : []
    } catch {
      // It ended while it was looked at.
      return []
    }
  })
}

/** Inside this process: a scan's promise settles only when its statement has ended. */
async function onFiles(folder: string): Promise<Scanned> {
  const instance = await DuckDBInstance.create(':memory:')
  const writer = await instance.connect()
  for (const sql of [...created, inserted, `copy victim to '${join(folder, 'victim.parquet')}'`])
    await writer.run(sql)
  writer.closeSync()
  instance.closeSync()
  return {
    type: 'local',
    connection: {},
    target: { ...nowhere, root_path: folder },
    file: true,
    slow: '(select count(*) from range(30000) as a, range(30000) as b where (a.range * b.range + id) % 7 = 8) = 0',
    running: async () => [],
    close: async () => undefined,
  }
}

const stores: Record<string, (folder: string) => Promise<Scanned>> = {
  postgresql: onPostgresql,
  mariadb: onMariadb,
  sqlite: onSqlite,
  'duckdb over files': onFiles,
}

for (const [name, open] of Object.entries(stores)) {
  describe(`a scan on ${name} that is aborted`, { skip: name === 'mariadb' && mariadbAbsence }, () => {
    let folder: string
    let store: Scanned
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-aborts-'))
      store = await open(folder)
    })
    after(async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    })

    test(`at ${aborts} random moments leaves no statement behind`, async () => {
      let longest = 0
      for (let round = 0; round < aborts; round += 1) {
        const scan = new AbortController()
        const ended = scanned(store, folder, scan.signal)
        await delay(Math.random() * latestMs)
        scan.abort()
        const abortedAt = performance.now()
        await ended
        for (;;) {
          const left = await store.running()
          const waited = performance.now() - abortedAt
          longest = Math.max(longest, waited)
          assert.ok(waited <= patienceMs, `after ${Math.round(waited)} ms: ${left.join('; ') || 'nothing'}`)
          if (left.length === 0) break
          await delay(20)
        }
      }
      assert.ok(longest > 0)
      if (isFull)
        process.stdout.write(`${name}: ${aborts} aborts, at most ${Math.round(longest)} ms to silence\n`)
    })
  })
}

/** Scans until the end, which is the abort: the statement alone would take minutes. */
async function scanned(store: Scanned, folder: string, signal: AbortSignal): Promise<void> {
  const { type, connection, target, slow } = store
  const scan = async () => {
    const session = await connectors.get(type).open(connection, target, { ...boundsIn(folder), signal })
    try {
      const container = (name: string) =>
        store.file
          ? { name: `${name}.parquet`, container_type: 'file' as const, file_options: {} }
          : { name, container_type: 'table' as const, file_options: {} }
      await evaluated({ session, container, close: async () => undefined }, 'victim', [
        { rule_type: 'notNull', fields: ['name'] },
        { rule_type: 'unique', fields: ['name'] },
        { rule_type: 'satisfiesExpression', properties: { expression: slow } },
      ])
    } finally {
      await session.close()
    }
  }
  await assert.rejects(scan, (error: unknown) => {
    assert.ok(error instanceof Aborted, String(error))
    return true
  })
}
