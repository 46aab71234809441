import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { StatementRefused, type Session, type SessionBounds } from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { endsStatements } from '../harness/sessions-of-tests.ts'
import { tdsDouble, type DoubleAnswer, type TdsDouble } from '../harness/tds-double.ts'

/** What the driver and the session make of the protocol; the double knows nothing of SQL, and no SQL Server was met. */
describe('the session of a SQL Server, with a double of its protocol', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sqlserver-'))
  const answers = new Map<string, DoubleAnswer>()
  const numbers = Array.from({ length: 2500 }, (_, index) => [index])
  const isOfSchema = (sql: string) => sql.includes('from sys.schemas')
  let double: TdsDouble
  let session: Session

  const open = (
    port: number,
    bounds: Partial<SessionBounds> = {},
    { password = 'secret', schema = null }: { password?: string; schema?: string | null } = {},
  ) =>
    connectors
      .get('sqlserver')
      .open(
        { host: '127.0.0.1', port, username: 'reader', password, parameters: { sslmode: 'disable' } },
        { database: 'shop', schema, root_path: null },
        { ...boundsIn(folder), ...bounds },
      )
  const answer = (sql: string, values: Readonly<Record<string, string>>): DoubleAnswer => {
    if (isOfSchema(sql)) {
      const { p1 = 'dbo' } = values
      if (p1 === 'barred') return { error: { number: 229, message: 'The SELECT permission was denied.' } }
      return { columns: [{ name: 'name', native: 'nvarchar(128)' }], rows: p1 === 'dbo' ? [['dbo']] : [] }
    }
    if (sql === 'select @p1')
      return { columns: [{ name: '', native: 'nvarchar(4000)' }], rows: [[values['p1'] ?? '']] }
    return answers.get(sql) ?? { error: { number: 208, message: `Invalid object name in "${sql}".` } }
  }
  const asked = (sql: string, parameters: string[] = []) => session.query({ sql, parameters })

  before(async () => {
    double = await tdsDouble(answer)
  })
  after(async () => {
    await double.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    answers.clear()
    double.log.splice(0)
    session = await open(double.port)
  })
  afterEach(() => session.close())

  test('reads in a transaction of one snapshot where the database allows it', () => {
    assert.ok(double.log.includes('set transaction isolation level snapshot; begin transaction'))
  })

  test('reads what is committed where it does not', async () => {
    const other = await tdsDouble(answer, { allows_snapshots: false })
    try {
      await (await open(other.port)).close()
      assert.ok(other.log.includes('set transaction isolation level read committed; begin transaction'))
    } finally {
      await other.close()
    }
  })

  test('hands values over with every digit', async () => {
    const columns = [
      { name: 'big', native: 'bigint' },
      { name: 'exact', native: 'decimal(38,9)' },
      { name: 'truth', native: 'bit' },
      { name: 'share', native: 'float' },
      { name: 'day', native: 'date' },
      { name: 'at', native: 'datetime2(7)' },
      { name: 'said', native: 'nvarchar(50)' },
    ]
    const digits = '12345678901234567890123456789.123456789'
    const rows = [
      ['9007199254740993', digits, true, 0.1, '2024-02-29', '2024-02-29 23:59:59.1234567', 'ä '],
      ['-1', '0.500000000', false, -2, '0001-01-01', '9999-12-31 00:00:00.0000000', ''],
      [null, null, null, null, null, null, null],
    ]
    answers.set('select digits', { columns, rows })
    const found = await asked('select digits')
    assert.deepEqual(
      found.columns.map(({ type }) => type),
      ['Integral', 'Fractional', 'Boolean', 'Fractional', 'Date', 'Timestamp', 'String'],
    )
    assert.deepEqual(
      found.rows.map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
      [
        ['9007199254740993', digits, 'true', '0.1', '2024-02-29', '2024-02-29 23:59:59.1234567', 'ä '],
        ['-1', '0.500000000', 'false', '-2', '0001-01-01', '9999-12-31 00:00:00', ''],
        Array.from({ length: 7 }, () => null),
      ],
    )
  })

  test('sends values beside the statement', async () => {
    const long = "it's ".repeat(1000)
    assert.deepEqual((await asked('select @p1', [long])).rows, [[long]])
  })

  test('hands rows over in batches', async () => {
    answers.set('select numbers', { columns: [{ name: 'n', native: 'int' }], rows: numbers })
    const sizes: number[] = []
    for await (const { rows } of session.stream({ sql: 'select numbers', parameters: [] }))
      sizes.push(rows.length)
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      2500,
    )
    assert.ok(sizes.every((size) => size <= 1001) && sizes.length > 2, String(sizes))
  })

  test('goes on after a reader that left early', async () => {
    answers.set('select numbers', { columns: [{ name: 'n', native: 'int' }], rows: numbers })
    for await (const { rows } of session.stream({ sql: 'select numbers', parameters: [] })) {
      assert.ok(rows.length > 0)
      break
    }
    answers.set('select one', { columns: [{ name: 'n', native: 'int' }], rows: [[1]] })
    assert.deepEqual((await asked('select one')).rows, [[1]])
  })

  test('a refused statement has its reason, and the session goes on in its snapshot', async () => {
    const message = "'regexp_like' is not a recognized built-in function name."
    answers.set('select wrong', { error: { number: 195, message } })
    const refusal = await asked('select wrong').catch((error: unknown) => error)
    assert.ok(refusal instanceof StatementRefused)
    assert.equal(sourceWords(refusal), message.slice(0, -1))
    answers.set('select one', { columns: [{ name: 'n', native: 'int' }], rows: [[1]] })
    assert.deepEqual((await asked('select one')).rows, [[1]])
    assert.equal(double.log.filter((said) => said.includes('begin transaction')).length, 1)
  })

  test('a refusal that ends the transaction is followed by another one', async () => {
    const error = { number: 8134, message: 'Divide by zero error encountered.' }
    answers.set('select 1/0', { error, ends_transaction: true })
    await assert.rejects(asked('select 1/0'), StatementRefused)
    assert.equal(double.log.filter((said) => said.includes('begin transaction')).length, 2)
  })

  test('a deadlock is a failure that may pass', async () => {
    answers.set('select dead', { error: { number: 1205, message: 'Deadlock.' }, ends_transaction: true })
    await assert.rejects(
      asked('select dead'),
      (error) => error instanceof RunFailure && error.retryable === true,
    )
  })

  endsStatements(
    { open: (bounds) => open(double.port, bounds) },
    {
      log: () => double.log,
      ended: 'attention',
      lateSeconds: 0.3,
      answer: (sql, never) =>
        answers.set(sql, { columns: [{ name: 'n', native: 'int' }], rows: [[1]] }).set(never, 'silence'),
    },
  )

  test('a lost connection is a failure that may pass', async () => {
    answers.set('select gone', 'hang up')
    await assert.rejects(
      asked('select gone'),
      (error) => error instanceof RunFailure && error.retryable === true,
    )
  })

  test('nothing that would do more than read is sent', async () => {
    for (const sql of [
      'select 1 delete from t',
      'select 1; delete from t',
      'select * into copy from t',
      "select * from openrowset('a', 'b', 'c')",
      'select * from other.shop.dbo.t',
      'select * from t for xml auto',
      'select * from t with (tablockx)',
      'exec sp_who',
      'select next value for numbers',
      'with x as (select 1 as n) update t set a = 1',
    ])
      await assert.rejects(asked(sql), StatementRefused, sql)
    const lock = { sql: 'select * from t with (xlock)', parameters: [] }
    await assert.rejects(Array.fromAsync(session.stream(lock)), StatementRefused)
    await assert.rejects(session.fieldsOf(lock), StatementRefused)
    assert.ok(
      !double.log.some((said) =>
        /delete|into copy|openrowset|other|xml|lockx|who|numbers|update|xlock/.test(said),
      ),
    )
  })

  test('a wrong password is told with the reason of the server', async () => {
    await assert.rejects(
      open(double.port, {}, { password: 'wrong' }),
      (error) => error instanceof ServiceError && /Login failed/.test(error.message),
    )
  })

  test('a schema that the account does not see is told by its name, also when that cannot be found out', async () => {
    const refused = (sentence: RegExp) => (error: unknown) =>
      error instanceof ServiceError && error.code === 'connection_failed' && sentence.test(error.message)
    await assert.rejects(
      open(double.port, {}, { schema: 'nowhere' }),
      refused(/^The database "shop" has no schema "nowhere" that the account "reader" may see\.$/),
    )
    await assert.rejects(
      open(double.port, {}, { schema: 'barred' }),
      refused(/^The schema was not opened: .*permission was denied\.$/),
    )
  })

  test('no server at the port is told the same way as for other stores', async () => {
    await assert.rejects(
      open(1),
      (error) => error instanceof ServiceError && /No SQL Server server/.test(error.message),
    )
  })
})
