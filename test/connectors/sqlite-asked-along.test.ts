import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test, type TestContext } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { boundsIn } from '../harness/example-stores.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-along-')))
after(() => rmSync(folder, { recursive: true, force: true }))

const container = { name: 't', container_type: 'table', file_options: {} } as const
const asked = { sql: 'select count(*) from "t" where "word" in (?1, ?2)', parameters: ['a', 'b'] }

const write = (uri: string, ...statements: string[]): void => {
  const database = new DatabaseSync(uri)
  for (const statement of statements) database.exec(statement)
  database.close()
}

/** A session on a new file with a table `t` of two rows, and the path of the file. `settled`: seconds after which a large file is known by its stamp. */
async function open(
  t: TestContext,
  { settled = 5, uri = join(folder, `${t.name}.db`) } = {},
): Promise<{ session: Session; uri: string }> {
  // A statement that took long is not remembered, and a busy machine makes any of them long.
  t.mock.method(performance, 'now', () => 0)
  // With a log beside it, a file is written while it is read.
  write(uri, 'pragma journal_mode = wal', 'create table t (word text)', `insert into t values ('a'), ('c')`)
  const bounds = { ...boundsIn(folder), allowed_paths: [folder], settled_seconds: settled }
  const nowhere = { database: null, schema: null, root_path: null }
  const session = await connectors.get('sqlite').open({ uri }, nowhere, bounds)
  t.after(() => session.close())
  return { session, uri }
}

/** What a scan of the table does with its snapshot: the count, and whether it came along with the snapshot. */
async function count(session: Session, statement = asked) {
  const { fields } = await session.describe(container)
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['word'],
  )
  const comment = `/* assay operation=1 container=1 */ `
  const { rows, waited_ms } = await session.query({ ...statement, sql: comment + statement.sql })
  return { count: rows[0]?.[0], came_along: waited_ms !== undefined }
}

describe('what a table of SQLite was asked first the last time', () => {
  test('is asked together with the next snapshot, and answered from that one', async (t) => {
    const { session, uri } = await open(t)
    assert.deepEqual(await count(session), { count: 1, came_along: false })
    write(uri, `insert into t values ('b')`)
    await session.renew?.(container)
    assert.deepEqual(await count(session), { count: 2, came_along: true })
  })

  test('is no answer to another question', async (t) => {
    const { session } = await open(t)
    await count(session)
    await session.renew?.(container)
    const other = { ...asked, parameters: ['a', 'c'] }
    assert.deepEqual(await count(session, other), { count: 2, came_along: false })
  })

  test('is asked anew where the table does not answer it any more', async (t) => {
    const { session, uri } = await open(t)
    await count(session)
    write(uri, 'alter table t rename word to other')
    await session.renew?.(container)
    const { fields } = await session.describe(container)
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['other'],
    )
    await assert.rejects(session.query(asked), { name: 'StatementRefused' })
    write(uri, 'alter table t rename other to word')
    await session.renew?.(container)
    assert.deepEqual(await count(session), { count: 1, came_along: false })
  })

  test('is not asked of the same rows again, which may not have to be read, until they are others', async (t) => {
    const uri = join(folder, 'large.db')
    write(uri, 'create table ballast as select zeroblob(17000000) as bytes')
    const { session } = await open(t, { uri, settled: 0 })
    assert.equal((await session.stamps?.(container, ['t']))?.size, 1)
    await count(session)
    await session.renew?.(container)
    assert.deepEqual(await count(session), { count: 1, came_along: false })
    write(uri, `insert into t values ('b')`)
    await session.renew?.(container)
    assert.deepEqual(await count(session), { count: 2, came_along: true })
  })
})

describe('a link to an SQLite file', () => {
  const linked = (t: TestContext, to: string): string => {
    const link = join(folder, `link of ${t.name}`)
    rmSync(link, { force: true })
    symlinkSync(to, link)
    return link
  }

  test('leads the next snapshot to where it leads by then', async (t) => {
    const other = join(folder, 'other.db')
    write(other, 'create table t (word text)', `insert into t values ('a'), ('b')`)
    const { session } = await open(t, { uri: linked(t, join(folder, 'first.db')) })
    assert.deepEqual(await count(session), { count: 1, came_along: false })
    linked(t, other)
    await session.renew?.(container)
    assert.equal((await count(session)).count, 2)
  })

  test('is not followed out of the folders that may be read, nor to a folder, nor to nothing', async (t) => {
    const outside = mkdtempSync(join(tmpdir(), 'assay-outside-'))
    t.after(() => rmSync(outside, { recursive: true, force: true }))
    write(join(outside, 'other.db'), 'create table t (word text)')
    mkdirSync(join(folder, 'inner'))
    const { session } = await open(t, { uri: linked(t, join(folder, 'second.db')) })
    await count(session)
    for (const [to, message] of [
      [join(outside, 'other.db'), /not inside a folder that this service may read/],
      [join(folder, 'inner'), /is not a file/],
      [join(folder, 'missing.db'), /does not exist/],
    ] as const) {
      linked(t, to)
      await assert.rejects(async () => session.renew?.(container), { message })
    }
  })
})
