import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cell } from '../../src/kernel/cell.ts'
import type { Statement } from '../../src/sql/print.ts'
import type { Session } from '../../src/connectors/connector.ts'
import { KeptQuestion } from '../../src/connectors/postgresql/kept-question.ts'
import { withParameters } from '../../src/connectors/postgresql/with-parameters.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { FirstStatements } from '../../src/connectors/shared/first-statements.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { startLoggedServer } from '../harness/logged-server.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-first-')))
after(() => rmSync(folder, { recursive: true, force: true }))

const container = { name: 't', container_type: 'table', file_options: {} } as const
const counting = { sql: `select count(*) filter (where "word" in ($1::text, $2::text)) from "t"` }
const rewritten =
  'A table was emptied, replaced or rewritten in the source while its reading began; it has to be read again.'
const odd = { ...counting, parameters: [String.raw`it's a \ "$2"`, 'b'] }

/** A server with a table `t`, a session on it, and the messages that the session has sent about the table's rows. */
interface Source {
  session: Session
  owner: Client
  /** Each message as the server has logged it. */
  messages(): string[]
  /** What the server has refused the session, in its words. */
  errors(): string[]
}

async function open(t: TestContext): Promise<Source> {
  // A statement that took long is not remembered, and a busy machine makes any of them long.
  t.mock.method(performance, 'now', () => 0)
  const server = await startLoggedServer()
  const owner = new Client({ connectionString: server.url })
  await owner.connect()
  await owner.query('create table t (word text)')
  await owner.query('insert into t values ($1), ($2)', ['b', odd.parameters[0]])
  const target = { database: 'assay', schema: 'public', root_path: null }
  const session = await connectors.get('postgresql').open(server.reader, target, boundsIn(folder))
  t.after(async () => {
    await session.close()
    await owner.end()
    await server.stop()
  })
  const messages = () =>
    [...server.sessions().values()].flat().filter((statement) => statement.includes('"word"'))
  return { session, owner, messages, errors: server.errors }
}

/** What a scan of the table does with its snapshot. */
async function count(session: Session, { sql, parameters } = odd, run = 1): Promise<Cell | undefined> {
  const described = await session.describe(container)
  assert.deepEqual(
    described.fields.map(({ name }) => name),
    ['word'],
  )
  const comment = `/* assay operation=${run} container=1 */ `
  return (await session.query({ sql: comment + sql, parameters })).rows[0]?.[0]
}

describe('what a table of PostgreSQL was asked first the last time', () => {
  test('is asked together with the next snapshot, and answered from that one', async (t) => {
    const { session, owner, messages } = await open(t)
    assert.equal(await count(session), 2)
    await owner.query(`insert into t values ('b')`)
    await session.renew?.(container)
    assert.equal(await count(session, odd, 2), 3)
    assert.equal(messages().length, 2)
    assert.match(messages()[1] ?? '', /^rollback; begin[^]*"word" in/)
    assert.equal((await session.query(odd)).waited_ms !== undefined, true)
  })

  test('comes with a question of the catalogue that the connection keeps planned', async (t) => {
    const { session, messages } = await open(t)
    for (const run of [1, 2, 3, 4]) {
      assert.equal(await count(session, odd, run), 2)
      await session.renew?.(container)
    }
    const told = messages().map((message) =>
      [/prepare assay_table/, /execute assay_table/].map((word) => word.test(message)),
    )
    assert.deepEqual(told.slice(1), [
      [true, true],
      [false, true],
      [false, true],
      [false, true],
    ])
  })

  test('comes with that question in full once the server process behind the connection does not know it', async (t) => {
    const { session, owner, messages } = await open(t)
    await owner.query(
      `create function forget() returns text language plpgsql as $$ begin deallocate all; return null; end $$`,
    )
    for (const run of [1, 2]) {
      assert.equal(await count(session, odd, run), 2)
      await session.renew?.(container)
    }
    await session.query({ sql: 'select public.forget()', parameters: [] })
    for (const run of [3, 4, 5]) {
      await session.renew?.(container)
      assert.equal(await count(session, odd, run), 2)
    }
    const asking = messages().map((message) => message.includes('execute assay_table'))
    assert.deepEqual(asking.slice(1, 3), [true, true])
    assert.equal(asking.slice(-2).includes(true), false)
  })

  test('is no answer to another question', async (t) => {
    const { session } = await open(t)
    assert.equal(await count(session), 2)
    await session.renew?.(container)
    assert.equal(await count(session, { ...odd, parameters: ['b', 'c'] }), 1)
    await session.renew?.(container)
    assert.equal(await count(session, { ...odd, sql: `${odd.sql} where "word" = 'b'` }), 1)
  })

  test('is asked anew where the table does not answer it any more', async (t) => {
    const { session, owner } = await open(t)
    assert.equal(await count(session), 2)
    await session.rest?.()
    await owner.query('alter table t rename word to other')
    await session.renew?.(container)
    const { fields } = await session.describe(container)
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['other'],
    )
    await assert.rejects(session.query(odd), { name: 'StatementRefused' })
    await session.rest?.()
    await owner.query('alter table t rename other to word')
    await session.renew?.(container)
    assert.equal(await count(session), 2)
  })

  test('waits for nobody who has the table locked, as the question itself does', async (t) => {
    const { session, owner, errors } = await open(t)
    assert.equal(await count(session), 2)
    await session.rest?.()
    await owner.query('begin; lock table t in access exclusive mode')
    await session.renew?.(container)
    assert.match(errors().join('\n'), /^canceling statement due to lock timeout.*$/)
    const counted = count(session)
    await owner.query('commit')
    assert.equal(await counted, 2)
  })

  test('shows no table as empty that is filled anew while the snapshot is taken', async (t) => {
    const { session, owner } = await open(t)
    assert.equal(await count(session), 2)
    const shown = new Set<unknown>()
    // The statement that goes along waits for ten milliseconds; which comes first is another one each time.
    for (let wait = 0; wait < 24; wait++) {
      await session.renew?.(container)
      await count(session)
      await session.rest?.()
      await owner.query('begin; create table next (like t); insert into next select * from t')
      await owner.query(`drop table t; alter table next rename to t; grant select on t to reader`)
      const counted = Promise.resolve(session.renew?.(container)).then(() => count(session))
      await setTimeout(wait / 2)
      await owner.query('commit')
      shown.add(await counted.catch(({ name, retryable }) => `${name}, retryable: ${retryable}`))
    }
    assert.deepEqual([...shown.difference(new Set([2, 'RunFailure, retryable: true']))], [])
  })

  test('leaves the bounds of the session as they are', async (t) => {
    const { session } = await open(t)
    const bounds = {
      sql: `select current_setting('lock_timeout'), current_setting('statement_timeout')`,
      parameters: [],
    }
    const usual = (await session.query(bounds)).rows
    assert.equal(await count(session), 2)
    await session.renew?.(container)
    assert.deepEqual((await session.query(bounds)).rows, usual)
  })

  test('is not kept of what a person wrote', async (t) => {
    const { session, messages } = await open(t)
    const own = { ...odd, written: ['true'] }
    await session.describe(container)
    await session.query(own)
    await session.renew?.(container)
    assert.equal(messages().length, 1)
  })
})

test('a table of PostgreSQL that is written anew between the snapshot and its first statement has to be read again', async (t) => {
  const { session, owner } = await open(t)
  const counting = (from: string) => ({ sql: `select count(*) from ${from}`, parameters: [] })
  const table = counting('"public"."t"')
  const own = { ...counting('(select * from t) as own'), written: ['select * from t'] }
  const filled = `insert into t select 'b' from generate_series(1, 2)`
  const made = `create table t (word text); grant select on t to reader; ${filled}`
  const cases: [string, Statement][] = [
    [`truncate t; ${filled}`, table],
    [`drop view v; alter table t alter word type varchar(30) using upper(word)`, table],
    [`drop table t cascade; ${made}`, table],
    [`truncate t; ${filled}`, counting('"public"."v"')],
    ['drop view v; alter table t rename to former; alter table next rename to t', table],
    [`truncate t; ${filled}`, own],
  ]
  const reads = {
    query: async (asked: Statement) => (await session.query(asked)).rows,
    stream: async (asked: Statement) =>
      (await Array.fromAsync(session.stream(asked))).flatMap(({ rows }) => rows),
  }
  const fault = { name: 'RunFailure', retryable: true, message: rewritten }
  for (const [change, statement] of cases)
    for (const read of Object.values(reads)) {
      await owner.query('drop table if exists former cascade; drop table if exists next')
      await owner.query('create or replace view v as select word from t; grant select on v to reader')
      await owner.query(
        `create table next (word text); grant select on next to reader; ${filled.replace(' t ', ' next ')}`,
      )
      await session.renew?.()
      await owner.query(change)
      await assert.rejects(read(statement), fault, change)
      await session.renew?.()
      assert.deepEqual(await read(statement), [[2]], change)
      await session.rest?.()
    }
  // Nor does the catalogue of the snapshot say anything of the table that is there.
  await session.renew?.()
  await owner.query(`drop table t cascade; ${made}`)
  await assert.rejects(session.describe(container), fault)
  await session.renew?.()
  await owner.query(`drop table t; ${made}`)
  const listed = await Array.fromAsync(session.discover())
  assert.deepEqual(
    listed.filter(({ name }) => name === 't').map(({ unloadable, fields }) => [unloadable, fields.length]),
    [[null, 1]],
  )
  // A refused statement gives back the lock that kept the table as it was.
  await session.renew?.()
  assert.deepEqual(await reads.query(table), [[2]])
  await assert.rejects(reads.query(counting('"public"."t" where nothing')), { name: 'StatementRefused' })
  await owner.query(`truncate t; ${filled}`)
  await assert.rejects(reads.query(table), fault)
  // Indexes may be made anew, and other tables: the rows stay.
  await owner.query('create index on t (word)')
  await session.renew?.()
  await owner.query('reindex table t; create index on t (word); create table other (id int)')
  assert.deepEqual(await reads.query({ ...table, sql: `${table.sql} where word = 'b'` }), [[2]])
})

describe('a question that a connection of PostgreSQL keeps', () => {
  test('is asked in full for good once the server process behind the connection does not know it', async (t) => {
    const { owner } = await open(t)
    const question = new KeptQuestion('kept', 'select length($1)')
    const sent: string[] = []
    const ask = (text: string) =>
      question.ask(text, async (statements) => {
        sent.push(...statements)
        const answers = [await owner.query(statements.join('; '))].flat()
        return Object.values(answers.at(-1)?.rows[0] ?? {})[0]
      })
    assert.equal(await ask(`it's`), 4)
    assert.equal(await ask('ab'), 2)
    // As a pooler does that hands the connection to another process.
    await owner.query('deallocate all')
    await assert.rejects(ask('abc'), { code: '26000' })
    assert.equal(await ask('abcd'), 4)
    assert.deepEqual(sent, [
      'prepare kept (text) as select length($1)',
      `execute kept ('it''s')`,
      `execute kept ('ab')`,
      `execute kept ('abc')`,
      `select length('abcd')`,
    ])
  })

  test('is asked in full where another session has told that process one of the same name', async (t) => {
    const { owner } = await open(t)
    await owner.query('prepare kept (text) as select 0')
    const question = new KeptQuestion('kept', 'select length($1) as length')
    const ask = (text: string) =>
      question.ask(text, async (statements) => {
        const answers = [await owner.query(statements.join('; '))].flat()
        return answers.at(-1)?.rows
      })
    await assert.rejects(ask('ab'), { code: '42P05' })
    assert.deepEqual(await ask('ab'), [{ length: 2 }])
  })
})

test('of all tables those are remembered that were asked last, as far as there is room for what they were asked', () => {
  const firsts = new FirstStatements(40)
  const note = (table: string, sql: string) => firsts.note(table, { sql, parameters: [] }, 1)
  for (const table of ['a', 'b', 'a', 'c']) note(table, 'select 1234567890')
  const known = () => ['a', 'b', 'c', 'd'].filter((table) => firsts.of(table) !== null)
  assert.deepEqual(known(), ['a', 'c'])
  note('d', 'select 1')
  assert.deepEqual(known(), ['c', 'd'])
  note('d', `select ${'1'.repeat(50)}`)
  assert.deepEqual(known(), [], 'what has no room by itself is forgotten, too')
  note('b', 'select 1')
  assert.deepEqual(known(), ['b'])
})

test('parameters stand in the text as the server reads them, names and texts with a dollar as they were', () => {
  const sql = `select "a$1", '$1', $1::text, $2 from "t""$2"`
  assert.equal(
    withParameters({ sql, parameters: [String.raw`it's \ $2`, 'b'] }),
    String.raw`select "a$1", '$1', E'it''s \\ $2'::text, 'b' from "t""$2"`.replace(`E'`, ` E'`),
  )
})
