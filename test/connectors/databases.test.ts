import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { Client } from 'pg'
import {
  StatementTooLarge,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
} from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-databases-')))
const noTarget: DatastoreTarget = { database: null, schema: null, root_path: null }
after(() => rmSync(folder, { recursive: true, force: true }))

const refused = (
  type: string,
  connection: ConnectionValues,
  target: DatastoreTarget,
  code: string,
  pattern: RegExp,
): Promise<void> =>
  assert.rejects(connectors.get(type).test(connection, target, boundsIn(folder)), (error) => {
    assert(error instanceof ServiceError, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, pattern)
    return true
  })

const listing = async (session: Session): Promise<Record<string, string | string[]>> =>
  Object.fromEntries(
    (await Array.fromAsync(session.discover())).map(({ name, table_type, unloadable, fields }) => [
      `${table_type} ${name}`,
      unloadable ?? fields.map((field) => `${field.name} ${field.type}${field.nullable ? '' : ' required'}`),
    ]),
  )

const rowsOf = async (session: Session, sql: string): Promise<Cell[][]> =>
  (await session.query({ sql, parameters: [] })).rows

describe('database files', () => {
  for (const type of ['duckdb', 'sqlite']) {
    test(`${type}: a path must be allowed, exist and be a database`, async () => {
      writeFileSync(join(folder, 'text.db'), 'this is not a database at all. '.repeat(500))
      mkdirSync(join(folder, 'folder.db'), { recursive: true })
      symlinkSync('/etc/passwd', join(folder, `${type}-out.db`))
      await refused(
        type,
        { uri: '/etc/passwd' },
        noTarget,
        'invalid',
        /not inside a folder that this service/,
      )
      await refused(type, { uri: join(folder, `${type}-out.db`) }, noTarget, 'invalid', /not inside a folder/)
      await refused(type, { uri: join(folder, 'gone.db') }, noTarget, 'connection_failed', /does not exist/)
      await refused(type, { uri: join(folder, 'text.db') }, noTarget, 'connection_failed', /not a.* database/)
      await refused(type, { uri: join(folder, 'folder.db') }, noTarget, 'connection_failed', /folder\.db/)
      await refused(type, {}, noTarget, 'invalid', /needs a uri/)
    })
  }

  test('duckdb: tables and views of the schema are listed, a view over files cannot be read', async () => {
    const uri = join(folder, 'shop.duckdb')
    const instance = await DuckDBInstance.create(uri)
    const writer = await instance.connect()
    writeFileSync(join(folder, 'outside.csv'), 'a\n1\n')
    for (const sql of [
      'create table t (a bigint not null, d json, l integer[], n decimal(12, 0))',
      'create view v as select a from t',
      `create view files as select * from read_csv('${join(folder, 'outside.csv')}')`,
      'create schema other',
      'create table other.u (a integer)',
    ])
      await writer.run(sql)
    writer.closeSync()
    instance.closeSync()
    const session = await connectors.get('duckdb').open({ uri }, noTarget, boundsIn(folder))
    const { 'view files': files, ...rest } = await listing(session)
    assert.match(String(files), /operations are disabled/)
    assert.deepEqual(rest, {
      'table t': ['a Integral required', 'd String', 'l Array', 'n Integral'],
      'view v': ['a Integral'],
    })
    await session.close()
    await refused('duckdb', { uri }, { ...noTarget, schema: 'nope' }, 'connection_failed', /shop\.nope/)
  })

  /** Opens the database for writing in another process; calls `meanwhile` when it is open, or throws its refusal. */
  const asAnotherProgram = async (uri: string, meanwhile: () => Promise<void>): Promise<void> => {
    const script = `import { DuckDBInstance } from '@duckdb/node-api'
      try {
        const held = await DuckDBInstance.create(${JSON.stringify(uri)})
        const connection = await held.connect()
        process.send('open')
        setInterval(() => connection, 1000)
      } catch (error) { process.send(error.message) }`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    try {
      const answer = await new Promise((resolve, reject) =>
        child.once('message', resolve).once('exit', reject),
      )
      if (answer !== 'open') throw new Error(String(answer))
      await meanwhile()
    } finally {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await gone
    }
  }

  test('duckdb: a database that another process holds is refused with its reason', async () => {
    const uri = join(folder, 'held.duckdb')
    await asAnotherProgram(uri, () =>
      refused(
        'duckdb',
        { uri },
        noTarget,
        'connection_failed',
        /held\.duckdb.*another program has the file open/,
      ),
    )
  })

  test('duckdb: nobody can write while any session reads, and everybody can afterwards', async () => {
    const uri = join(folder, 'busy.duckdb')
    await asAnotherProgram(uri, async () => undefined)
    const first = await connectors.get('duckdb').open({ uri }, noTarget, boundsIn(folder))
    const second = await connectors.get('duckdb').open({ uri }, noTarget, boundsIn(folder))
    await second.close()
    await assert.rejects(
      asAnotherProgram(uri, async () => undefined),
      /lock/,
    )
    assert.deepEqual(await rowsOf(first, 'select 1'), [[1]])
    await first.close()
    await asAnotherProgram(uri, async () => undefined)
  })

  test('sqlite: types come from the declaration, else from the values', async () => {
    const uri = join(folder, 'shop.sqlite')
    const writer = new DatabaseSync(uri)
    writer.exec(`create table t (id integer primary key, n, p decimal(9, 2), w varchar(9) not null, at datetime, b blob);
      insert into t values (1, 1.5, 2.25, 'x', '2024-01-01T10:00:00', x'00ff'), (2, 2, null, 'y', null, null);
      create view v as select id + 1 as next, upper(w) as loud from t;
      create view broken as select * from gone`)
    writer.close()
    const session = await connectors.get('sqlite').open({ uri }, noTarget, boundsIn(folder))
    const { 'view broken': broken, ...rest } = await listing(session)
    assert.match(String(broken), /gone/)
    assert.deepEqual(rest, {
      'table t': [
        'id Integral required',
        'n Fractional',
        'p Fractional',
        'w String required',
        'at Timestamp',
        'b Unknown',
      ],
      'view v': ['next Integral', 'loud String'],
    })
    assert.deepEqual(await rowsOf(session, 'select n, p, at, b from t where id = 1'), [
      [1.5, 2.25, '2024-01-01 10:00:00', String.raw`\x00ff`],
    ])
    await session.close()
  })

  test('sqlite: full-text tables are read; what needs more than reading says so', async () => {
    const uri = join(folder, 'virtual.sqlite')
    const writer = new DatabaseSync(uri)
    writer.exec(`create virtual table words using fts5(title); insert into words values ('ab');
      create virtual table boxes using rtree(id, least, most)`)
    writer.close()
    const session = await connectors.get('sqlite').open({ uri }, noTarget, boundsIn(folder))
    assert.deepEqual(await listing(session), {
      'table boxes': '"boxes" is a virtual table that SQLite cannot open for reading alone.',
      'table words': ['title String'],
    })
    assert.deepEqual(await rowsOf(session, 'select title from words'), [['ab']])
    await session.close()
  })

  test('sqlite: patterns and white space are matched as the dialect promises', async () => {
    const uri = join(folder, 'functions.sqlite')
    new DatabaseSync(uri).close()
    const session = await connectors.get('sqlite').open({ uri }, noTarget, boundsIn(folder))
    const sql = String.raw`select assay_matches('Zoë 12', '\p{L}ë\s\d'), assay_matches('a', 'b'), assay_matches(null, 'b'),
      assay_collapse_whitespace('  a ${'\t'} b '), assay_collapse_whitespace(null)`
    assert.deepEqual(await rowsOf(session, sql), [[1, 0, null, 'a b', null]])
    await session.close()
  })

  test('sqlite: a session sees one snapshot while another program writes', async () => {
    const uri = join(folder, 'live.sqlite')
    const writer = new DatabaseSync(uri)
    writer.exec('pragma journal_mode = wal; create table t (a); insert into t values (1)')
    const session = await connectors.get('sqlite').open({ uri }, noTarget, boundsIn(folder))
    writer.exec('insert into t values (2)')
    assert.deepEqual(await rowsOf(session, 'select count(*) from t'), [[1]])
    await session.close()
    writer.close()
  })
})

describe('PostgreSQL', () => {
  let source: PostgresSource
  const open = (signal?: AbortSignal): Promise<Session> =>
    connectors
      .get('postgresql')
      .open(source.connection, source.target, { ...boundsIn(folder), ...(signal && { signal }) })
  before(async () => {
    source = await postgresSource()
  })
  after(() => source.close())

  test('a refused connection carries the reason of the server, without the password', async () => {
    const { connection, target } = source
    const server = RegExp.escape(`${connection.host}:${connection.port} refused the connection: `)
    const bad = { ...connection, password: 'wrong-secret' }
    await refused(
      'postgresql',
      bad,
      target,
      'connection_failed',
      new RegExp(`^${server}password authentication failed`),
    )
    const { password: _password, ...bare } = connection
    await refused(
      'postgresql',
      bare,
      target,
      'connection_failed',
      new RegExp(`^${server}it asks for a password, and the connection has none\\.$`),
    )
    await assert.rejects(
      connectors.get('postgresql').test(bad, target, boundsIn(folder)),
      (error) => error instanceof Error && !error.message.includes('wrong-secret'),
    )
    await refused(
      'postgresql',
      connection,
      { ...target, database: 'no_such' },
      'connection_failed',
      /database "no_such" does not exist/,
    )
    await refused(
      'postgresql',
      connection,
      { ...target, schema: 'no_such' },
      'connection_failed',
      /has no schema "no_such"/,
    )
    await refused(
      'postgresql',
      { ...connection, parameters: { sslmode: 'maybe' } },
      target,
      'invalid',
      /sslmode "maybe"/,
    )
    await refused(
      'postgresql',
      { ...connection, parameters: { sslmode: 'require' } },
      target,
      'connection_failed',
      /SSL/,
    )
  })

  test('a statement for which the server has too little room is refused as too large', async () => {
    // As the owner of the server: a role may not set that for itself.
    await onServer(source.url, [`alter role ${source.connection.username} set temp_file_limit = '64kB'`])
    const session = await open()
    const sorted =
      'select x from (select md5(i::text) as x from generate_series(1, 400000) as i order by x) as y'
    await assert.rejects(session.query({ sql: sorted, parameters: [] }), (error) => {
      assert.ok(error instanceof StatementTooLarge)
      assert.match(sourceWords(error), /temp_file_limit/)
      return true
    })
    assert.deepEqual(await rowsOf(session, 'select 42'), [[42]])
    await session.close()
    await onServer(source.url, [`alter role ${source.connection.username} reset temp_file_limit`])
  })

  test('the times that a role may keep a transaction or a connection end no session', async () => {
    const role = source.connection.username
    await onServer(source.url, [
      `alter role ${role} set idle_session_timeout = 200`,
      // Older servers do not know the other one.
      `do $$ begin if current_setting('server_version_num')::int >= 170000 then
         execute 'alter role ${role} set transaction_timeout = 500'; end if; end $$`,
    ])
    try {
      const session = await open()
      await pause(1000)
      assert.deepEqual(await rowsOf(session, 'select 1'), [[1]])
      await session.rest?.()
      await pause(1000)
      await session.renew?.()
      assert.deepEqual(await rowsOf(session, 'select 2'), [[2]])
      await session.close()
    } finally {
      await onServer(source.url, [`alter role ${role} reset all`])
    }
  })

  test('a lock that is not given back in the time of the role is a failure worth another try', async () => {
    const role = source.connection.username
    await onServer(source.url, [
      'create table locked (a int)',
      `grant select on locked to ${role}`,
      `alter role ${role} set lock_timeout = 100`,
    ])
    const holder = new Client({ connectionString: source.url })
    await holder.connect()
    const session = await open()
    try {
      await holder.query('begin; lock table locked in access exclusive mode')
      await assert.rejects(rowsOf(session, 'select a from locked'), (error) => {
        assert.ok(error instanceof RunFailure && error.retryable, String(error))
        assert.match(error.message, /lock timeout/)
        return true
      })
    } finally {
      await holder.end()
      await session.close()
      await onServer(source.url, [`alter role ${role} reset all`, 'drop table locked'])
    }
  })

  test('a server that is down is said not to be reached', async () => {
    const free = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
      })
    })
    await refused(
      'postgresql',
      { ...source.connection, port: free },
      source.target,
      'connection_failed',
      /^No PostgreSQL server was reached at 127\.0\.0\.1:\d+\. See whether/,
    )
  })

  test('tables, partitioned tables, views and foreign types are listed, with what may not be read', async () => {
    await onServer(source.url, [
      `create type mood as enum ('glad', 'sad')`,
      'create domain percent as numeric(5, 0)',
      'create table kinds (m mood, u uuid, i inet, j jsonb, a integer[], t time, p percent, z timestamptz not null)',
      'create table parted (id integer, day date) partition by range (day)',
      `create table parted_1 partition of parted for values from ('2024-01-01') to ('2025-01-01')`,
      'create view seen as select id from parted',
      'create materialized view stale as select 1 as one with no data',
      'create table hidden (a integer)',
      `revoke select on hidden from ${source.connection.username}`,
      'create table partly (open integer, secret text)',
      `revoke select on partly from ${source.connection.username}`,
      `grant select (open) on partly to ${source.connection.username}`,
    ])
    const session = await open()
    const listed = await listing(session)
    assert.deepEqual(listed, {
      'table hidden': '"hidden" has no field that this role may read; grant it SELECT in the database.',
      'table kinds': [
        'm String',
        'u String',
        'i String',
        'j String',
        'a Array',
        't Unknown',
        'p Integral',
        'z Timestamp required',
      ],
      'table parted': ['id Integral', 'day Date'],
      'table partly': ['open Integral'],
      'view seen': ['id Integral'],
      'view stale': 'The materialized view "stale" holds nothing yet; refresh it in the database.',
    })
    await session.close()
  })

  test('values keep every digit and their meaning', async () => {
    const session = await open()
    const [row] = await rowsOf(
      session,
      String.raw`select 12345678901234567890.123456789, 9223372036854775807::int8, 'NaN'::float8, '-Infinity'::float4,
        timestamptz '2024-01-01 10:00:00.25+02', '\x00ff'::bytea, array[[1, null], [3, 4]], array['a "b"', null, '{,}'],
        0.1::float8, 'infinity'::date, '{"a":1}'::jsonb`,
    )
    assert.deepEqual(
      row?.map((cell) => (typeof cell === 'object' && cell && 'text' in cell ? String(cell) : cell)),
      [
        '12345678901234567890.123456789',
        9_223_372_036_854_775_807n,
        Number.NaN,
        Number.NEGATIVE_INFINITY,
        '2024-01-01 08:00:00.25Z',
        String.raw`\x00ff`,
        [
          [1, null],
          [3, 4],
        ],
        ['a "b"', null, '{,}'],
        0.1,
        'infinity',
        '{"a": 1}',
      ],
    )
    await session.close()
  })

  test('a session sees one snapshot, also after a refused statement', async () => {
    await onServer(source.url, ['create table growing (a integer)', 'insert into growing values (1)'])
    const session = await open()
    assert.deepEqual(await rowsOf(session, 'select count(*) from growing'), [[1]])
    await onServer(source.url, ['insert into growing values (2)'])
    await assert.rejects(rowsOf(session, 'select 1 / 0'), (error) =>
      /division by zero/.test(sourceWords(error)),
    )
    assert.deepEqual(await rowsOf(session, 'select count(*) from growing'), [[1]])
    await session.close()
  })

  test('an aborted statement ends in the server too', async () => {
    const abort = new AbortController()
    const session = await open(abort.signal)
    const running = rowsOf(session, `select pg_sleep(600) as "only here"`)
    const watcher = new Client({ connectionString: source.url })
    await watcher.connect()
    const active = async (): Promise<number> => {
      const sql = `select from pg_stat_activity where state = 'active' and query like '%only' || ' here%'`
      return (await watcher.query(sql)).rowCount ?? 0
    }
    while ((await active()) === 0);
    abort.abort()
    await assert.rejects(running, Aborted)
    assert.equal(await active(), 0)
    await watcher.end()
    await session.close()
  })

  test('a connection that is lost in the middle of a statement is a failure worth another try', async () => {
    const session = await open()
    const [[process] = []] = await rowsOf(session, 'select pg_backend_pid()')
    const batches = session.stream({ sql: 'select generate_series(1, 10000000)', parameters: [] })
    let seen = 0
    await assert.rejects(
      (async () => {
        for await (const { rows } of batches) {
          if (seen === 0) await onServer(source.url, [`select pg_terminate_backend(${String(process)})`])
          seen += rows.length
        }
      })(),
      (error) => error instanceof RunFailure && error.retryable,
    )
    await assert.rejects(
      rowsOf(session, 'select 1'),
      (error) => error instanceof RunFailure && error.retryable,
    )
    await session.close()
  })
})
