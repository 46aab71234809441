import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { cellToNumber } from '../../src/kernel/cell.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import { onServer, postgresSource } from '../harness/postgres-source.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-renewed-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const bounds = { ...boundsIn(folder), allowed_paths: [folder] }
const nowhere = { database: null, schema: null, root_path: null }

/** A session over an empty table `t` of numbers, and what adds a row to it. */
interface Written {
  session: Session
  add(): unknown
}

async function ofPostgresql(t: TestContext): Promise<Written> {
  const source = await postgresSource()
  t.after(() => source.close())
  await onServer(source.url, ['create table t (n int)'])
  const session = await connectors.get('postgresql').open(source.connection, source.target, bounds)
  return { session, add: () => onServer(source.url, ['insert into t values (1)']) }
}

async function ofMariadb(t: TestContext): Promise<Written> {
  const source = await mariadbSource()
  t.after(() => source.close())
  await source.run(['create table t (n int)'])
  const session = await connectors.get('mariadb').open(source.connection, source.target, bounds)
  return { session, add: () => source.run(['insert into t values (1)']) }
}

let files = 0

function writeSqlite(statements: string): string {
  files += 1
  const path = join(folder, `${files}.db`)
  const database = new DatabaseSync(path)
  database.exec(statements)
  database.close()
  return path
}

const emptyTable = 'create table t (n int); create table other (n int);'
/** As many transactions as the empty one, so that SQLite itself cannot tell them apart. */
const filledTable = 'create table t (n int); insert into t values (1);'

/** How the row comes into the file. */
const sqliteWriters = {
  'another file in its place': (uri: string) => renameSync(writeSqlite(filledTable), uri),
  'a copy over it': (uri: string) => copyFileSync(writeSqlite(filledTable), uri),
  'a log beside it': (uri: string) => {
    const database = new DatabaseSync(uri)
    database.exec('insert into t values (1)')
    database.close()
  },
}

function ofSqlite(writer: keyof typeof sqliteWriters): () => Promise<Written> {
  return async () => {
    const mode = writer === 'a log beside it' ? 'pragma journal_mode = wal;' : ''
    const uri = writeSqlite(`${mode} ${emptyTable}`)
    const session = await connectors.get('sqlite').open({ uri }, nowhere, bounds)
    return { session, add: () => sqliteWriters[writer](uri) }
  }
}

describe('a session that goes on to a new snapshot', () => {
  const stores = {
    PostgreSQL: ofPostgresql,
    MariaDB: ofMariadb,
    'SQLite by another file in its place': ofSqlite('another file in its place'),
    'SQLite by a copy over it': ofSqlite('a copy over it'),
    'SQLite through a log beside it': ofSqlite('a log beside it'),
  }
  for (const [store, open] of Object.entries(stores)) {
    const skip = store === 'MariaDB' && mariadbAbsence
    test(`sees what was written to ${store} before, and nothing that comes later`, { skip }, async (t) => {
      const { session, add } = await open(t)
      const count = async (): Promise<number> =>
        cellToNumber((await session.query({ sql: 'select count(*) from t', parameters: [] })).rows[0]?.[0])
      try {
        assert.equal(await count(), 0)
        await add()
        assert.equal(await count(), 0)
        await session.renew?.()
        assert.equal(await count(), 1)
      } finally {
        await session.close()
      }
    })
  }

  for (const [store, open] of Object.entries({
    PostgreSQL: ofPostgresql,
    SQLite: ofSqlite('another file in its place'),
  })) {
    test(`describes the tables of ${store} as they are then, whichever was said to come next`, async (t) => {
      const { session, add } = await open(t)
      const fieldsOf = async (name: string): Promise<string[]> =>
        (await session.describe({ name, container_type: 'table', file_options: {} })).fields.map(
          (field) => field.name,
        )
      const next = { name: 't', container_type: 'table', file_options: {} } as const
      try {
        await session.renew?.(next)
        assert.deepEqual(await fieldsOf('t'), ['n'])
        await add()
        await session.renew?.(next)
        await assert.rejects(() => fieldsOf('gone'), /gone/)
        assert.deepEqual(await fieldsOf('t'), ['n'])
        await session.renew?.({ ...next, name: 'gone' })
        await assert.rejects(() => fieldsOf('gone'), /gone/)
        assert.deepEqual(await fieldsOf('t'), ['n'])
      } finally {
        await session.close()
      }
    })
  }
})
