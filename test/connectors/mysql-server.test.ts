import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { StatementRefused, StatementTooLarge, StatementTooLate } from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { expressionsStayOneItem } from '../harness/expression-soup.ts'
import { endsStatementsOnServer, mysqlSessions } from '../harness/mysql-sessions.ts'
import { countable, endless, mysqlAbsence, mysqlSource } from '../harness/mysql-source.ts'

describe('MySQL itself', { skip: mysqlAbsence }, () => {
  const sessions = mysqlSessions('mysql', mysqlSource, 'performance_schema.processlist')
  const { folder, open, rowsOf, running } = sessions
  const connector = connectors.get('mysql')
  const isRefused = (words: RegExp) => (error: unknown) => {
    assert(error instanceof StatementRefused, String(error))
    assert.match(sourceWords(error), words)
    return true
  }
  test('encrypts when it is asked to, and trusts the authority that it is given', async () => {
    const [row] = await sessions.source.run([
      `select convert(load_file(concat(@@datadir, 'ca.pem')) using utf8mb4)`,
    ])
    const sslrootcert = Array.isArray(row) ? String(row[0]) : ''
    assert.match(sslrootcert, /BEGIN CERTIFICATE/)
    const tried = (parameters: Record<string, unknown>): Promise<void> =>
      connector.test({ ...sessions.source.connection, parameters }, sessions.source.target, boundsIn(folder))
    await assert.rejects(tried({ sslmode: 'verify-ca' }), /certificate/)
    await tried({ sslmode: 'verify-ca', sslrootcert })
    await tried({ sslmode: 'disable' })
    const cipher = async (sslmode: string): Promise<Cell | undefined> => {
      const session = await open({}, { ...sessions.source.connection, parameters: { sslmode } })
      const asked = `select variable_value from performance_schema.session_status where variable_name = 'Ssl_cipher'`
      return (await rowsOf(session, asked))[0]?.[0]
    }
    assert.match(String(await cipher('require')), /AES/)
    assert.equal(await cipher('disable'), '')
  })

  test('tables and views are listed with their types, and what may not be read with its reason', async () => {
    const user = sessions.source.connection.username
    await sessions.source.run([
      `create table kinds (d date not null, dt datetime, ts timestamp(3) null, b1 bit, b12 bit(12), ti tinyint(1),
        tu tinyint unsigned, f float, dd double, dec0 decimal(20,0), de decimal(30,10), y year, tm time(3),
        bu bigint unsigned, vb varbinary(5), tx text, en enum('a','B'), se set('x','y'), js json, ve vector(3), po point)`,
      'create view seen as select d, tx from kinds',
      'create table going (a int)',
      'create view broken as select a from going',
      'drop table going',
      `create table hidden (a int)`,
      `revoke select on ${sessions.source.target.database}.* from ${user}`,
      ...['kinds', 'seen', 'broken'].map((name) => `grant select on ${name} to ${user}`),
      `grant insert on hidden to ${user}`,
    ])
    const listed = await Array.fromAsync((await open()).discover())
    await sessions.source.run([`grant select on ${sessions.source.target.database}.* to ${user}`])
    const shown = Object.fromEntries(
      listed.map((found) => [
        `${found.table_type} ${found.name}`,
        found.unloadable ?? found.fields.map((field) => `${field.name} ${field.type}`).join(', '),
      ]),
    )
    const { 'view broken': broken, ...rest } = shown
    assert.match(String(broken), /broken' references invalid table.*\.$/)
    assert.deepEqual(rest, {
      'table hidden': '"hidden" has no field that this account may read; grant it SELECT in the database.',
      'table kinds':
        'd Date, dt Timestamp, ts Timestamp, b1 Boolean, b12 Integral, ti Boolean, tu Integral, f Fractional, ' +
        'dd Fractional, dec0 Integral, de Fractional, y Integral, tm Unknown, bu Integral, vb Unknown, ' +
        'tx String, en String, se String, js String, ve Unknown, po Unknown',
      'view seen': 'd Date, tx String',
    })
  })

  test('values keep every digit and their meaning', async () => {
    await sessions.source.run([
      `create table exact (dt datetime(6), ts timestamp(3) null, b1 bit, b12 bit(12), ti tinyint(1), f float,
        de decimal(30,10), bu bigint unsigned, tm time(3), y year, vb varbinary(5), tx text character set latin1,
        en enum('a','B'), js json, ve vector(2))`,
      `set time_zone = '+02:00'`,
      `insert into exact values ('2024-01-01 10:00:00.250', '2024-01-01 10:00:00.250', 1, 4095, 7, 0.1,
        -12345678901234567890.5, 18446744073709551615, '-100:00:00.5', 2024, x'00ff', 'é', 'B',
        '{"b": 1.0, "a": 12345678901234567890}', string_to_vector('[1, 2.5]'))`,
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
      // The server keeps what the text means, with the members in an order of its own.
      '{"a": 12345678901234567890, "b": 1.0}',
      [1, 2.5],
    ])
    assert.deepEqual(
      await rowsOf(session, 'select max(b1), max(b12), coalesce(b12) from exact group by b12'),
      [[true, 4095, 4095]],
    )
  })

  test('an answer that the server guessed is refused, and what follows is not', async () => {
    await sessions.source.run([
      'create table guessed (code text, kind varchar(9), given json)',
      `insert into guessed values ('5a', '5a', '{"a": 1}')`,
    ])
    const session = await open()
    const { fields } = await session.describe(tableNamed('guessed'))
    const relation = session.relation(tableNamed('guessed'), fields, 'all')
    const from = relation.kind === 'store' ? relation.sql : ''
    const guesses: [string, RegExp][] = [
      [`select cast('abc' as signed)`, /^Truncated incorrect INTEGER value: 'abc'$/],
      // The server itself warns of no column of the type text.
      [`select count(*) from ${from} where code > 4`, /Truncated incorrect DOUBLE value: '5a'/],
      [`select count(*) from ${from} where kind > 4`, /Truncated incorrect DOUBLE value: '5a'/],
      [`select given + 1 from ${from}`, /Invalid JSON value for CAST to DOUBLE/],
      [`select date '2024-01-01' > 'abc'`, /Incorrect DATE value/],
      [`select cast('2024-01-01 noon' as date)`, /Truncated incorrect date value/],
      [`select cast(1e300 as decimal(65, 0))`, /Truncated incorrect DECIMAL/],
      [`select repeat('a', 100000000)`, /max_allowed_packet/],
      [`select regexp_like('${'a'.repeat(40)}!', '^(a+)+$')`, /Timeout exceeded in regular expression/],
      [
        'with recursive n(x) as (select 1 union all select x + 1 from n where x < 5000) select count(*) from n',
        /Recursive query aborted/,
      ],
    ]
    for (const [sql, reason] of guesses) {
      await assert.rejects(rowsOf(session, sql), isRefused(reason), sql)
      assert.deepEqual(await rowsOf(session, `select 'é' = 'e'`), [[0]])
    }
    assert.deepEqual(await rowsOf(session, `select 1 / 0, 5 % 0, date_add('x', interval 1 day)`), [
      [null, null, null],
    ])
  })

  test('a session reads all rows, whatever the server tells its clients, and is refused what is beyond its limits', async () => {
    await sessions.source.run(['set global sql_select_limit = 50000'])
    try {
      const session = await open()
      assert.equal((await rowsOf(session, `select x from ${countable}`)).length, 100_000)
      for (const sql of [
        'with recursive n(x) as (select 1 union all select x + 1 from n where x < 5000) select count(*) from n',
        `select regexp_like(repeat('a', 10000), '(a+)+b')`,
      ])
        await assert.rejects(rowsOf(session, sql), (error) => error instanceof StatementTooLarge, sql)
    } finally {
      await sessions.source.run(['set global sql_select_limit = default'])
    }
  })

  test('a session sees one snapshot, and a table that was altered meanwhile is a failure worth another try', async () => {
    await sessions.source.run(['create table growing (a int)', 'insert into growing values (1)'])
    const session = await open()
    await sessions.source.run(['insert into growing values (2)'])
    await assert.rejects(rowsOf(session, 'select nonsense'), StatementRefused)
    assert.deepEqual(await rowsOf(session, 'select count(*) from growing'), [[1]])
    await session.renew?.()
    assert.deepEqual(await rowsOf(session, 'select count(*) from growing'), [[2]])
    // Leaves the lock on the definition of the table, and takes a snapshot without it.
    await session.renew?.()
    await sessions.source.run(['alter table growing add column b int, algorithm = copy'])
    await assert.rejects(
      rowsOf(session, 'select * from growing'),
      (error) => error instanceof RunFailure && error.retryable,
    )
  })

  test('not even the owner of the server can write, lock or reach its files', async () => {
    await sessions.source.run([
      'create table kept (a int)',
      'insert into kept values (1)',
      'create function writes() returns int modifies sql data begin insert into kept values (2); return 1; end',
    ])
    const session = await open({}, sessions.source.owner)
    const out = join(folder, 'out.csv')
    const attempts = [
      `select * from kept into outfile '${out}'`,
      `table kept into outfile '${out}'`,
      `values row(1) into outfile '${out}'`,
      'select a into @taken from kept',
      `select load_file('/etc/passwd')`,
      'select * from kept for update',
      'select * from kept for share nowait',
      'select writes()',
      `select get_lock('orders', 0)`,
      `select sleep(600)`,
      `select benchmark(1000000000, md5('x'))`,
      'with gone as (select 1) delete from kept',
      'select 1; delete from kept',
      '/*! delete from kept */',
      '/*!90000 delete from kept */',
      'select 1 /*! into @taken */',
      `set persist max_connections = 1`,
      `clone local data directory = '${folder}/clone'`,
      'show grants',
      'kill 1',
      'shutdown',
      'restart',
    ]
    for (const sql of attempts) await assert.rejects(rowsOf(session, sql), StatementRefused, sql)
    assert.deepEqual(await rowsOf(session, 'select count(*) from kept'), [[1]])
    assert.deepEqual([existsSync(out), existsSync(join(folder, 'clone'))], [false, false])
  })

  test('an expression that passed the check stays one item of the select around it', async () => {
    await expressionsStayOneItem(await open())
  })

  describe('a statement', () => {
    const counting = (words: string): string => `select count(*) as \`${words}\` from ${endless}`

    endsStatementsOnServer(sessions, {
      counting,
      many: { relation: countable, column: 'x' },
    })

    test('whose time is up ends in the server too, and the session goes on', async () => {
      const session = await open({ statement_timeout_seconds: 0.5 })
      await assert.rejects(rowsOf(session, counting('late here')), StatementTooLate)
      while ((await running('late here')) > 0);
      assert.deepEqual(await rowsOf(session, 'select 42'), [[42]])
    })

    test('has a time in the server itself, for the service may be gone by then', async () => {
      const session = await open({ statement_timeout_seconds: 20 })
      const [[thread] = []] = await rowsOf(session, 'select connection_id()')
      const [row] = await sessions.source.run([
        `select v.variable_value from performance_schema.variables_by_thread v join performance_schema.threads t using (thread_id)
         where t.processlist_id = ${String(thread)} and v.variable_name = 'max_execution_time'`,
      ])
      assert.deepEqual(row, ['25000'])
    })
  })
})
