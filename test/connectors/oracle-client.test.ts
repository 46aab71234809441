import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import {
  StatementRefused,
  StatementTooLate,
  type ConnectionValues,
  type Session,
  type SessionBounds,
} from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { OracleDouble, type OracleAnswer, type OracleColumn } from '../harness/oracledb-double.ts'

const number = (name: string): OracleColumn => ({ name, type: 'NUMBER' })
const text = (name: string): OracleColumn => ({ name, type: 'VARCHAR2', byteSize: 100 })
const one: OracleAnswer = { columns: [number('N')], rows: [['1']] }
const absent: OracleAnswer = {
  error: { number: 942, message: 'table or view "shop"."gone" does not exist' },
}

/** What the session makes of the driver; the double knows nothing of SQL, and Oracle itself was not met. */
describe('the session of Oracle, with a double of its driver', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-oracle-'))
  const answers = new Map<string, OracleAnswer>()
  const catalogue: (string | null)[][] = []
  const double = new OracleDouble((sql, values): OracleAnswer => {
    const given = answers.get(sql)
    if (given) return given
    if (sql.includes("oracle_maintained = 'N'"))
      return { columns: [text('USERNAME')], rows: [['SHOP'], ['shop'], ['A"B']] }
    if (sql.includes('from all_users')) return values['p1'] === 'nowhere' ? { ...one, rows: [] } : one
    if (sql.includes('from all_objects'))
      return {
        columns: 'name type column data_type precision scale length nullable'
          .split(' ')
          .map((name) => text(name)),
        rows: catalogue.filter(([table]) => !values['p2'] || table === values['p2']),
      }
    if (sql === 'select :p1, :p2 from dual')
      return { columns: [text('A'), text('B')], rows: [[values['p1'], values['p2']]] }
    return absent
  })
  let session: Session

  const open = (bounds: Partial<SessionBounds> = {}, members: Partial<ConnectionValues> = {}) =>
    connectors
      .get('oracle')
      .open({ ...double.connection, ...members }, double.target, { ...boundsIn(folder), ...bounds })
  const asked = (sql: string, parameters: string[] = []) => session.query({ sql, parameters })
  const isServiceError = (code: string, words: RegExp) => (error: unknown) =>
    error instanceof ServiceError && error.code === code && words.test(error.message)
  const isRefused = (words: RegExp) => (error: unknown) =>
    error instanceof StatementRefused && words.test(sourceWords(error))

  before(() => double.listen())
  after(async () => {
    await double.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    answers.clear()
    catalogue.splice(0)
    double.log.splice(0)
    session = await open()
  })
  afterEach(() => session.close())

  test('says who it is, sets what statements mean, and begins a read-only transaction before anything is read', () => {
    const [module, zone, formats, begin, ...rest] = double.log
    assert.equal(module, 'module = assay')
    assert.equal(zone, "alter session set time_zone = '+00:00'")
    for (const setting of [
      "nls_numeric_characters = '.,'",
      "nls_sort = 'BINARY'",
      "nls_comp = 'BINARY'",
      "nls_timestamp_format = 'YYYY-MM-DD HH24:MI:SS.FF9'",
    ])
      assert.ok(formats?.includes(setting), setting)
    assert.equal(begin, 'set transaction read only')
    assert.match(rest[0] ?? '', /^describe select 1 as "N" from all_users/)
  })

  test('hands values over with every digit', async () => {
    const columns: OracleColumn[] = [
      { name: 'WIDE', type: 'NUMBER', precision: 38, scale: 0 },
      { name: 'PART', type: 'NUMBER', precision: 20, scale: 5 },
      number('SMALL'),
      number('LEAST'),
      { name: 'D', type: 'BINARY_DOUBLE' },
      { name: 'F', type: 'BINARY_FLOAT' },
      { name: 'B', type: 'BOOLEAN' },
      { name: 'T', type: 'CLOB' },
      { name: 'R', type: 'RAW', byteSize: 2 },
      text('NOTHING'),
    ]
    const row = [
      '9007199254740993',
      '-12.34567',
      '.5',
      '-1e126',
      Number.NaN,
      Math.fround(0.1),
      true,
      'long',
      Buffer.from([1, 171]),
      null,
    ]
    answers.set('select digits from dual', { columns, rows: [row] })
    const found = await asked('select digits from dual')
    assert.deepEqual(
      found.rows[0]?.map((cell) => (typeof cell === 'object' && cell !== null ? String(cell) : cell)),
      [9007199254740993n, '-12.34567', '0.5', -(10n ** 126n), Number.NaN, 0.1, true, 'long', '\\x01ab', null],
    )
    assert.deepEqual(
      found.columns.map(({ type }) => type),
      [
        'Integral',
        'Fractional',
        'Fractional',
        'Fractional',
        'Fractional',
        'Fractional',
        'Boolean',
        'String',
        'Unknown',
        'String',
      ],
    )
  })

  test('asks for times as texts, as the driver keeps milliseconds of them, and for a mark of what it cannot show', async () => {
    const columns: OracleColumn[] = [
      number('N'),
      { name: 'DAY', type: 'DATE' },
      { name: 'AT', type: 'TIMESTAMP' },
      { name: 'ZONED', type: 'TIMESTAMP WITH TIME ZONE' },
      { name: 'LOCAL', type: 'TIMESTAMP WITH LOCAL TIME ZONE' },
      { name: 'J', type: 'JSON' },
      { name: 'FILE', type: 'BFILE' },
      { name: 'SHAPE', type: "SDO'GEOMETRY" },
    ]
    const inner = 'select times from dual -- all'
    answers.set(inner, { columns, rows: [] })
    const seen = double.log.length
    const rows = [
      [
        '1',
        ' 2024-02-29 10:00:00',
        ' 2024-02-29 10:00:00.123456789',
        '-0044-03-15 00:00:00.000000000',
        ' 2024-02-29 10:00:00.500000000',
        '{}',
        '(BFILE)',
        "(SDO'GEOMETRY)",
      ],
    ]
    const answer = { columns: columns.map(({ name }) => (name === 'N' ? number(name) : text(name))), rows }
    const outer = `select "N", to_char("DAY", 'SYYYY-MM-DD HH24:MI:SS') as "DAY", to_char("AT", 'SYYYY-MM-DD HH24:MI:SS.FF9') as "AT", to_char(sys_extract_utc("ZONED"), 'SYYYY-MM-DD HH24:MI:SS.FF9') as "ZONED", to_char("LOCAL", 'SYYYY-MM-DD HH24:MI:SS.FF9') as "LOCAL", json_serialize("J" returning clob) as "J", case when "FILE" is not null then '(BFILE)' end as "FILE", case when "SHAPE" is not null then '(SDO''GEOMETRY)' end as "SHAPE" from (${inner}\n) rows_of`
    answers.set(outer, answer)
    const found = await asked(inner)
    assert.deepEqual(double.log.slice(seen, seen + 2), [`describe ${inner}`, `run ${outer}`])
    assert.deepEqual(found.rows, [
      [
        1,
        '2024-02-29 10:00:00',
        '2024-02-29 10:00:00.123456789',
        '-0044-03-15 00:00:00Z',
        '2024-02-29 10:00:00.5Z',
        '{}',
        '(BFILE)',
        "(SDO'GEOMETRY)",
      ],
    ])
    assert.deepEqual(
      found.columns.map(({ type }) => type),
      ['Fractional', 'Timestamp', 'Timestamp', 'Timestamp', 'Timestamp', 'Unknown', 'Unknown', 'Unknown'],
    )
    answers.set('select twice from dual', { columns: [{ name: 'A', type: 'DATE' }, number('A')], rows: [] })
    await assert.rejects(asked('select twice from dual'), isRefused(/have the same name/))
  })

  test('binds values by the names that the dialect gives them', async () => {
    assert.deepEqual((await asked('select :p1, :p2 from dual', ['ö', "'; --"])).rows, [['ö', "'; --"]])
    answers.set('/* assay operation=1 */ with a as (select :p1 from dual) select * from a', one)
    const found = await asked('/* assay operation=1 */ with a as (select :p1 from dual) select * from a', [
      'x',
    ])
    assert.deepEqual(found.rows, [[1]])
  })

  test('lists tables and views with the types of the catalogue', async () => {
    catalogue.push(
      ['ORDERS', 'TABLE', 'ID', 'NUMBER', null, '0', '22', 'N'],
      ['ORDERS', 'TABLE', 'PRICE', 'NUMBER', '10', '2', '22', 'Y'],
      ['ORDERS', 'TABLE', 'ROUNDED', 'NUMBER', '5', '-2', '22', 'Y'],
      ['ORDERS', 'TABLE', 'ANY', 'NUMBER', null, null, '22', 'Y'],
      ['ORDERS', 'TABLE', 'RATE', 'FLOAT', '126', null, '22', 'Y'],
      ['ORDERS', 'TABLE', 'CODE', 'CHAR', null, null, '5', 'Y'],
      ['ORDERS', 'TABLE', 'NOTE', 'CLOB', null, null, '4000', 'Y'],
      ['ORDERS', 'TABLE', 'AT', 'TIMESTAMP(6) WITH TIME ZONE', null, '6', '13', 'Y'],
      ['ORDERS', 'TABLE', 'PLACE', 'SDO_GEOMETRY', null, null, '1', 'Y'],
      ['bare', 'TABLE', null, null, null, null, null, null],
      ['seen', 'VIEW', 'ID', 'NUMBER', '9', '0', '22', 'Y'],
    )
    const names = 'ID PRICE ROUNDED ANY RATE CODE NOTE AT PLACE'
      .split(' ')
      .map((name) => `"${name}" as "${name}"`)
    answers.set(`select ${names.join(', ')} from "shop"."ORDERS" fetch first 0 rows only`, {
      ...one,
      rows: [],
    })
    answers.set('select "ID" as "ID" from "shop"."seen" fetch first 0 rows only', {
      error: { number: 1031, message: 'insufficient privileges' },
    })
    const found = await Array.fromAsync(session.discover())
    assert.deepEqual(
      found.map(({ name, table_type, unloadable }) => [name, table_type, unloadable]),
      [
        ['ORDERS', 'table', null],
        ['bare', 'table', '"bare" has no field that this account may read; grant it SELECT in the database.'],
        ['seen', 'view', 'ORA-01031: insufficient privileges.'],
      ],
    )
    assert.deepEqual(
      found[0]?.fields.map(({ name, type, native_type, nullable }) => [name, type, native_type, nullable]),
      [
        ['ID', 'Integral', 'NUMBER(38,0)', false],
        ['PRICE', 'Fractional', 'NUMBER(10,2)', true],
        ['ROUNDED', 'Integral', 'NUMBER(5,-2)', true],
        ['ANY', 'Fractional', 'NUMBER', true],
        ['RATE', 'Fractional', 'FLOAT(126)', true],
        ['CODE', 'String', 'CHAR(5)', true],
        ['NOTE', 'String', 'CLOB', true],
        ['AT', 'Timestamp', 'TIMESTAMP(6) WITH TIME ZONE', true],
        ['PLACE', 'Unknown', 'SDO_GEOMETRY', true],
      ],
    )
    await assert.rejects(session.describe(tableNamed('gone')), /"gone" is not found in the source any more/)
    await assert.rejects(session.describe(tableNamed('')), RunFailure)
    assert.equal(session.keys, undefined, 'what no server was asked for is no proof')
    assert.equal(session.guarantees, undefined)
  })

  test('fetches a thousand rows at a time, and closes what a reader leaves', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => [String(index)])
    answers.set('select many from dual', { columns: [number('N')], rows: [...rows] })
    const sizes: number[] = []
    for await (const batch of session.stream({ sql: 'select many from dual', parameters: [] }))
      sizes.push(batch.rows.length)
    assert.deepEqual(sizes, [1000, 1000, 500])
    answers.set('select even from dual', { columns: [number('N')], rows: rows.slice(0, 1000) })
    const even = await Array.fromAsync(session.stream({ sql: 'select even from dual', parameters: [] }))
    assert.deepEqual(
      even.map((batch) => batch.rows.length),
      [1000],
    )
    answers.set('select many from dual', { columns: [number('N')], rows: [...rows] })
    double.log.splice(0)
    for await (const _ of session.stream({ sql: 'select many from dual', parameters: [] })) break
    assert.deepEqual(double.log, [
      'describe select many from dual',
      'run select many from dual',
      'fetch 1000',
      'close rows',
    ])
    answers.set('select 1 from dual', one)
    assert.deepEqual((await asked('select 1 from dual')).rows, [[1]])
  })

  test('breaks a statement off that takes too long, once, and stays usable', async () => {
    const hurried = await open({ statement_timeout_seconds: 0.3 })
    answers.set('select endless from dual', 'endless')
    answers.set('select 1 from dual', one)
    // Longer than until the end of a statement is asked for again.
    double.brakes = 600
    const late = hurried.query({ sql: 'select endless from dual', parameters: [] })
    await assert.rejects(late, StatementTooLate).finally(() => (double.brakes = 0))
    assert.equal(double.log.filter((line) => line.startsWith('break')).join(), 'break')
    assert.deepEqual((await hurried.query({ sql: 'select 1 from dual', parameters: [] })).rows, [[1]])
    await hurried.close()
  })

  test('breaks a statement off that is aborted', async () => {
    const control = new AbortController()
    const aborted = await open({ signal: control.signal })
    answers.set('select endless from dual', 'endless')
    const running = aborted.query({ sql: 'select endless from dual', parameters: [] })
    setImmediate(() => control.abort())
    await assert.rejects(running, Aborted)
    await aborted.close()
  })

  test('tells a refused statement, one that may pass, and a lost connection apart', async () => {
    await assert.rejects(
      asked('select 1 from gone'),
      isRefused(/^ORA-00942: table or view "shop"\."gone" does not exist$/),
    )
    answers.set('select old from dual', { error: { number: 1555, message: 'snapshot too old' } })
    await assert.rejects(
      asked('select old from dual'),
      (error) => error instanceof RunFailure && error.retryable && /ORA-01555/.test(error.message),
    )
    answers.set('select torn from dual', {
      error: { number: 500, message: 'connection to the Oracle Database was closed or broken', by: 'NJS' },
    })
    await assert.rejects(
      asked('select torn from dual'),
      (error) =>
        error instanceof RunFailure &&
        error.retryable &&
        error.message.startsWith('The connection to the source was lost: '),
    )
    answers.set('select endless from dual', 'endless')
    const running = asked('select endless from dual')
    setImmediate(() => double.cut())
    await assert.rejects(
      running,
      (error) =>
        error instanceof RunFailure &&
        error.retryable &&
        /^The connection to the source was lost: the server closed it\.$/.test(error.message),
    )
    await assert.rejects(asked('select 1 from dual'), RunFailure)
  })

  test('runs queries alone, whatever the server would take', async () => {
    for (const [sql, words] of [
      ['delete from t', /begins with "delete"/],
      ['begin null; end;', /begins with "begin"/],
      ['select 1 from dual; drop table t', /holds a semicolon/],
      ['with function f return number is begin return 1; end; select f from dual', /semicolon/],
      ['select * from t for update', /takes or gives back a lock/],
      ['select "UTL_HTTP".request(1) from dual', /calls a package of the server/],
      ['select dbms_lock.sleep(1) from dual', /calls a package of the server/],
      ['select * from t@elsewhere', /leads to another server/],
      ['select s.nextval from dual', /advances a sequence/],
      ["select q'[it's]' from dual", /quotes of its own/],
      ['select value from v$parameter', /server's own/],
      ['select count(*) from dba_users', /server's own/],
    ] as const)
      await assert.rejects(asked(sql), isRefused(words), sql)
    const lock = { sql: 'select * from t for update', parameters: [] }
    await assert.rejects(Array.fromAsync(session.stream(lock)), isRefused(/takes or gives back a lock/))
    await assert.rejects(session.fieldsOf(lock), isRefused(/takes or gives back a lock/))
    assert.ok(!double.log.some((line) => line.includes('for update')))
    answers.set('select "USER_ID" from t', one)
    await asked('select "USER_ID" from t')
    answers.set('table t', one)
    await assert.rejects(asked('table t'), isRefused(/shows no columns/))
    assert.ok(!double.log.includes('run table t'))
  })

  test('describes the columns of a query without running it', async () => {
    answers.set('select a from t', { columns: [number('A'), { name: 'D', type: 'DATE' }], rows: [] })
    const seen = double.log.length
    const fields = await session.fieldsOf({ sql: 'select a from t', parameters: [] })
    assert.deepEqual(
      fields.map(({ name, type }) => [name, type]),
      [
        ['A', 'Fractional'],
        ['D', 'Timestamp'],
      ],
    )
    assert.deepEqual(double.log.slice(seen), ['describe select a from t'])
  })

  test('takes a new snapshot when it is renewed, and holds none at rest', async () => {
    double.log.splice(0)
    await session.rest?.()
    await session.renew?.()
    assert.deepEqual(double.log, ['rollback', 'rollback', 'set transaction read only'])
  })

  test('says why it is not let in', async () => {
    await assert.rejects(
      open({}, { password: 'wrong' }),
      isServiceError(
        'connection_failed',
        /refused the connection: ORA-01017: invalid credential or not authorized; logon denied\.$/,
      ),
    )
    const nowhere = connectors
      .get('oracle')
      .open(double.connection, { ...double.target, schema: '"nowhere"' }, boundsIn(folder))
    await assert.rejects(
      nowhere,
      isServiceError('connection_failed', /has no schema "nowhere" that the account "assay_reader" may see/),
    )
    assert.match(connectors.get('oracle').untried ?? '', /^This connector has never met an Oracle Database/)
  })

  test('lists the service of the connection and its schemas, as a person writes them', async () => {
    const { places } = connectors.get('oracle')
    const connection = { ...double.connection, parameters: { service_name: 'ORCLPDB1' } }
    assert.deepEqual(await places?.databases(connection, boundsIn(folder)), ['ORCLPDB1'])
    assert.deepEqual(await places?.schemas?.(connection, 'ORCLPDB1', boundsIn(folder)), [
      'SHOP',
      '"shop"',
      '"A""B"',
    ])
    await assert.rejects(
      async () => places?.databases(double.connection, boundsIn(folder)),
      isServiceError('invalid', /without the name of a service/),
    )
  })
})
