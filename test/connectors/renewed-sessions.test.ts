import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs'
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

/** The row comes with another file in the place of the first. */
async function ofSqlite(): Promise<Written> {
  const write = (name: string, statements: string): string => {
    const path = join(folder, name)
    const database = new DatabaseSync(path)
    database.exec(statements)
    database.close()
    return path
  }
  const uri = write('t.db', 'create table t (n int)')
  const session = await connectors.get('sqlite').open({ uri }, nowhere, bounds)
  return {
    session,
    add: () => renameSync(write('other.db', 'create table t (n int); insert into t values (1)'), uri),
  }
}

describe('a session that goes on to a new snapshot', () => {
  const stores = { PostgreSQL: ofPostgresql, MariaDB: ofMariadb, SQLite: ofSqlite }
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
})
