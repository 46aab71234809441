import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { StatementRefused, StatementTooLarge, type ConnectionValues } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { column, count, isNull, select } from '../../src/sql/build.ts'
import { printSelect } from '../../src/sql/print.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { expressionsStayOneItem } from '../harness/expression-soup.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import { endsStatementsOnServer, mysqlSessions } from '../harness/mysql-sessions.ts'

describe('MariaDB', { skip: mariadbAbsence }, () => {
  const sessions = mysqlSessions('mariadb', mariadbSource, 'information_schema.processlist')
  const { folder, open, rowsOf, running } = sessions
  const table = (name: string) => ({ name, container_type: 'table' as const, file_options: {} })

  describe('connecting', () => {
    const refused = (connection: ConnectionValues, code: string, pattern: RegExp, database?: string) =>
      assert.rejects(
        connectors
          .get('mariadb')
          .test(connection, { ...sessions.source.target, ...(database && { database }) }, boundsIn(folder)),
        (error) => {
          assert(error instanceof ServiceError, String(error))
          assert.equal(error.code, code)
          assert.match(error.message, pattern)
          assert.doesNotMatch(error.message, /wrong-secret/)
          return true
        },
      )

    test('is refused with the reason of the server, without the password', async () => {
      const { connection } = sessions.source
      await refused(
        { ...connection, password: 'wrong-secret' },
        'connection_failed',
        /refused the connection: Access denied for user/,
      )
      await refused(connection, 'connection_failed', /denied.*no_such|Unknown database/, 'no_such')
      await refused(sessions.source.owner, 'connection_failed', /Unknown database 'no_such'/, 'no_such')
    })

    test('takes encryption as asked: a server without it is refused where it is required', async () => {
      const { connection } = sessions.source
      const mode = (sslmode: string): ConnectionValues => ({ ...connection, parameters: { sslmode } })
      await refused(mode('maybe'), 'invalid', /sslmode "maybe"/)
      for (const sslmode of ['require', 'verify-ca'])
        await refused(mode(sslmode), 'connection_failed', /secure connection|SSL/)
      const named = { ...mode('verify-full'), host: 'localhost' }
      await refused(named, 'connection_failed', /secure connection|SSL/)
      // The driver would compare an address's certificate with another name.
      await refused({ ...named, host: '127.0.0.1' }, 'invalid', /give its name/)
      await connectors.get('mariadb').test(mode('disable'), sessions.source.target, boundsIn(folder))
    })

    test('to a server that is down is said not to be reached', async () => {
      const free = await new Promise<number>((resolve) => {
        const probe = createServer().listen(0, '127.0.0.1', () => {
          const address = probe.address()
          probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
        })
      })
      await refused(
        { ...sessions.source.connection, port: free },
        'connection_failed',
        /^No MySQL or MariaDB server was reached at 127\.0\.0\.1:\d+\. See whether/,
      )
    })
  })

  test('tables and views are listed with their types, and what may not be read with its reason', async () => {
    const user = sessions.source.connection.username
    await sessions.source.run([
      `create table kinds (d date not null, dt datetime, ts timestamp(3) null, b1 bit, b12 bit(12), ti tinyint(1),
        tu tinyint unsigned, f float, dd double, dec0 decimal(20,0), de decimal(30,10), y year, tm time(3),
        bu bigint unsigned, vb varbinary(5), bl blob, tx text, en enum('a','B'), se set('x','y'), js json, u uuid)`,
      'create sequence numbers_given',
      'create view seen as select d, tx from kinds',
      'create table going (a int)',
      'create view broken as select a from going',
      'drop table going',
      'create table Kinds (a int)',
    ])
    // Accounts have no grants on single tables here, so two of their own show what is withheld.
    await sessions.source.run([
      `create table hidden (a int)`,
      `create table partly (open int, secret text)`,
      `revoke select on ${sessions.source.target.database}.* from ${user}`,
      ...['kinds', 'Kinds', 'seen', 'broken'].map((name) => `grant select on ${name} to ${user}`),
      `grant insert on hidden to ${user}`,
      `grant select (open), insert (secret) on partly to ${user}`,
    ])
    const session = await open()
    const listed = Object.fromEntries(
      (await Array.fromAsync(session.discover())).map((found) => [
        `${found.table_type} ${found.name}`,
        found.unloadable ?? found.fields.map((field) => `${field.name} ${field.type}`).join(', '),
      ]),
    )
    const { 'view broken': broken, ...rest } = listed
    assert.match(String(broken), /broken' references invalid table.*\.$/)
    assert.deepEqual(rest, {
      'table Kinds': 'a Integral',
      'table hidden': '"hidden" has no field that this account may read; grant it SELECT in the database.',
      'table kinds':
        'd Date, dt Timestamp, ts Timestamp, b1 Boolean, b12 Integral, ti Boolean, tu Integral, f Fractional, ' +
        'dd Fractional, dec0 Integral, de Fractional, y Integral, tm Unknown, bu Integral, vb Unknown, bl Unknown, ' +
        'tx String, en String, se String, js String, u String',
      'table partly': 'open Integral',
      'view seen': 'd Date, tx String',
    })
    assert.deepEqual(
      (await session.describe(table('Kinds'))).fields.map(({ name }) => name),
      ['a'],
    )
    await assert.rejects(session.describe(table('KINDS')), RunFailure)
    await assert.rejects(session.describe(table('hidden')), /may read/)
    await sessions.source.run([`grant select on ${sessions.source.target.database}.* to ${user}`])
  })

  test('values keep every digit and their meaning', async () => {
    await sessions.source.run([
      `create table exact (dt datetime(6), ts timestamp(3) null, b1 bit, b12 bit(12), ti tinyint(1), f float,
        de decimal(30,10), bu bigint unsigned, tm time(3), y year, vb varbinary(5), tx text character set latin1,
        en enum('a','B'), js json)`,
      `set time_zone = '+02:00'`,
      `insert into exact values ('2024-01-01 10:00:00.250', '2024-01-01 10:00:00.250', 1, 4095, 7, 0.1,
        -12345678901234567890.5, 18446744073709551615, '-100:00:00.5', 2024, x'00ff', 'é', 'B', '{"a": 1.0}')`,
    ])
    const session = await open()
    const [row = []] = await rowsOf(session, 'select * from exact')
    const plain = row.map((cell) =>
      typeof cell === 'object' && cell && 'text' in cell ? String(cell) : cell,
    )
    assert.deepEqual(plain, [
      '2024-01-01 10:00:00.25',
      '2024-01-01 08:00:00.25Z',
      true,
      4095,
      7,
      0.1,
      '-12345678901234567890.5000000000',
      18_446_744_073_709_551_615n,
      '-100:00:00.5',
      2024,
      String.raw`\x00ff`,
      'é',
      'B',
      '{"a": 1.0}',
    ])
    // The server sends bits of an expression otherwise than those of a column.
    assert.deepEqual(await rowsOf(session, 'select max(b1), max(b12) from exact'), [[true, 4095]])
    assert.deepEqual(await rowsOf(session, 'select coalesce(b12) from exact'), [[4095]])
  })

  test('the date 0000-00-00 is a value, not NULL, also where the column has no NULL', async () => {
    await sessions.source.run([
      'create table zero (day date not null, at datetime not null)',
      `set sql_mode = ''`,
      `insert into zero values ('0000-00-00', '0000-00-00'), ('2024-02-29', '2024-02-29')`,
    ])
    const session = await open()
    assert.deepEqual((await rowsOf(session, 'select * from zero'))[0], ['0000-00-00', '0000-00-00 00:00:00'])
    const { fields } = await session.describe(table('zero'))
    for (const field of fields) {
      const statement = printSelect(
        select({
          items: [{ expression: count(), alias: 'n' }],
          from: session.relation(table('zero'), fields, 'all'),
          where: isNull(column(field)),
        }),
        session.dialect,
      )
      assert.deepEqual((await session.query(statement)).rows, [[0]], field.name)
    }
  })

  test('an answer that the server guessed is refused, and what follows is not', async () => {
    const session = await open()
    const guesses: [string, RegExp][] = [
      [`select cast('abc' as signed)`, /^Truncated incorrect INTEGER value: 'abc'$/],
      [`select 'abc' + 1 from seq_1_to_3`, /Truncated incorrect DOUBLE/],
      [`select date '2024-01-01' > 'abc'`, /Truncated incorrect datetime/],
      [`select cast(1e300 as decimal(65, 0))`, /overflow/],
      [`select repeat('a', 100000000)`, /max_allowed_packet/],
      [`select '${'a'.repeat(40)}!' regexp '^(a+)+$'`, /match limit/],
      [
        'with recursive n(x) as (select 1 union all select x + 1 from n where x < 5000) select count(*) from n',
        /may be incomplete/,
      ],
    ]
    for (const [sql, reason] of guesses) {
      await assert.rejects(rowsOf(session, sql), (error) => {
        assert(error instanceof StatementRefused, String(error))
        assert.match(sourceWords(error), reason)
        return true
      })
      assert.deepEqual(await rowsOf(session, `select 'é' = 'e'`), [[0]])
    }
    const nulls = `select 1 / 0, 5 % 0, cast('2024-13-01' as date), str_to_date('x', '%Y')`
    assert.deepEqual(await rowsOf(session, nulls), [[null, null, null, null]])
  })

  test('what a limit of the server cut is refused as beyond that limit', async () => {
    const session = await open()
    for (const sql of [
      `select repeat('a', 100000000)`,
      'with recursive n(x) as (select 1 union all select x + 1 from n where x < 5000) select count(*) from n',
    ])
      await assert.rejects(rowsOf(session, sql), (error) => error instanceof StatementTooLarge)
  })

  test('a session reads all rows with all their digits, whatever the server tells its clients', async () => {
    const { run } = sessions.source
    await run(['set global sql_select_limit = 50000', 'set global div_precision_increment = 6'])
    try {
      const session = await open()
      assert.equal((await rowsOf(session, 'select seq from seq_1_to_50001')).length, 50_001)
      assert.deepEqual((await rowsOf(session, 'select avg(seq) from seq_1_to_2')).map(String), ['1.5000'])
    } finally {
      await run(['set global sql_select_limit = default', 'set global div_precision_increment = default'])
    }
  })

  test('an account that has as many connections as it may is worth another try', async () => {
    const { connection, run } = sessions.source
    await run([`alter user ${connection.username} with max_user_connections 1`])
    const only = await connectors.get('mariadb').open(connection, sessions.source.target, boundsIn(folder))
    try {
      await assert.rejects(
        connectors.get('mariadb').open(connection, sessions.source.target, boundsIn(folder)),
        (error) =>
          error instanceof ServiceError && error.retryable && /max_user_connections/.test(error.message),
      )
    } finally {
      await only.close()
      await run([`alter user ${connection.username} with max_user_connections 0`])
    }
  })

  test('a session sees one snapshot, also after a refused statement', async () => {
    await sessions.source.run(['create table growing (a int)', 'insert into growing values (1)'])
    const session = await open()
    await sessions.source.run(['insert into growing values (2)'])
    assert.deepEqual(await rowsOf(session, 'select count(*) from growing'), [[1]])
    await assert.rejects(rowsOf(session, 'select nonsense'), StatementRefused)
    assert.deepEqual(await rowsOf(session, 'select count(*) from growing'), [[1]])
  })

  test('a table that was altered meanwhile is a failure worth another try', async () => {
    await sessions.source.run(['create table altered (a int)', 'insert into altered values (1)'])
    const session = await open()
    await sessions.source.run(['alter table altered add column b int, algorithm = copy'])
    await assert.rejects(
      rowsOf(session, 'select * from altered'),
      (error) => error instanceof RunFailure && error.retryable,
    )
  })

  test('not even the owner of the server can write, lock or reach its files', async () => {
    await sessions.source.run([
      'create table kept (a int)',
      'insert into kept values (1)',
      'create sequence given_out',
      'create function writes() returns int modifies sql data begin insert into kept values (2); return 1; end',
    ])
    const session = await open({}, sessions.source.owner)
    const out = join(folder, 'out.csv')
    const attempts = [
      `select * from kept into outfile '${out}'`,
      `select * into outfile '${out}' from kept`,
      `select * into dumpfile '${out}' from kept`,
      'select a into @taken from kept',
      `(select 1) union (select 2) into outfile '${out}'`,
      `select load_file('/etc/passwd')`,
      'select * from kept for update',
      'select * from kept lock in share mode',
      'select nextval(given_out)',
      'select next value for given_out',
      'select writes()',
      `select get_lock('orders', 0)`,
      `select sleep(600)`,
      `select benchmark(1000000000, md5('x'))`,
      'with gone as (select 1) delete from kept',
      'delete from kept returning a',
      `values (1) into outfile '${out}'`,
      `set global max_connections = 1`,
      'select 1; delete from kept',
      '/*! delete from kept */',
      '/*M! delete from kept */',
      'select 1 /*! into @taken */',
      'show grants',
      'kill 1',
      'shutdown',
    ]
    for (const sql of attempts) await assert.rejects(rowsOf(session, sql), StatementRefused, sql)
    assert.deepEqual(await rowsOf(session, 'select count(*), @taken from kept'), [[1, null]])
    assert.equal(existsSync(out), false)
  })

  test('an expression that passed the check stays one item of the select around it', async () => {
    await expressionsStayOneItem(await open())
  })

  describe('a statement', () => {
    endsStatementsOnServer(sessions, {
      counting: (words) =>
        `select count(*) as \`${words}\` from seq_1_to_1000000000 a join seq_1_to_1000000000 b on a.seq * b.seq = 3`,
      many: { relation: 'seq_1_to_10000000', column: 'seq' },
    })

    test('waits for a slow reader rather than fill the memory', async () => {
      const session = await open()
      let seen = 0
      const sql = `select seq, repeat('x', 1000) from seq_1_to_60000`
      for await (const { rows } of session.stream({ sql, parameters: [] })) {
        seen += rows.length
        // The server is still sending, because the rest was not read.
        if (seen === 1000) assert.equal(await running('seq_1_to_60000'), 1)
        assert.ok(rows.length <= 1000)
      }
      assert.equal(seen, 60_000)
    })
  })
})
