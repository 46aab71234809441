import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  Binary,
  Bool,
  DateDay,
  Decimal,
  Float32,
  Float64,
  Int64,
  makeVector,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow'
import { RunFailure } from '../../src/kernel/errors.ts'
import { arrowChunk, textsAs } from '../harness/arrow-rows.ts'
import { tableNamed } from '../harness/example-tables.ts'
import { failed, GivenDatabricks } from '../harness/given-databricks.ts'
import { sessionsOfTests, refusal } from '../harness/sessions-of-tests.ts'

/** A time with all its microseconds, and a NULL. */
const moment = (micros: bigint, zone?: string) =>
  makeVector({
    type: new TimestampMicrosecond(zone),
    data: BigInt64Array.of(micros, 0n),
    length: 2,
    nullCount: 1,
    nullBitmap: Uint8Array.of(0b01),
  })
/** What the session shows of tables and values; the double knows nothing of SQL, and Databricks itself was not met. */
describe('tables of Databricks, with a double of its interface', () => {
  const given = new GivenDatabricks()
  const { double, answers } = given
  const sessions = sessionsOfTests('databricks', double, { forget() {}, begin: () => given.forget() })

  const { asked, open } = sessions
  test('hands values over with every digit, by the types of the result', async () => {
    const digits = (text: bigint): Uint32Array =>
      Uint32Array.from({ length: 4 }, (_, word) => Number((text >> BigInt(32 * word)) & 0xffffffffn))
    const columns = {
      big: ['BIGINT', vectorFromArray([9007199254740993n, null], new Int64())],
      exact: [
        'DECIMAL(38,9)',
        vectorFromArray([digits(12345678901234567890123456789n), null], new Decimal(9, 38, 128)),
      ],
      whole: ['DECIMAL(38,0)', vectorFromArray([digits(10n ** 38n - 1n), null], new Decimal(0, 38, 128))],
      sent: ['DECIMAL(20,2)', vectorFromArray(['-120.50', null], new Utf8())],
      share: ['DOUBLE', vectorFromArray([NaN, -Infinity], new Float64())],
      narrow: ['FLOAT', vectorFromArray([0.1, 1e10], new Float32())],
      truth: ['BOOLEAN', vectorFromArray([true, false], new Bool())],
      day: ['DATE', vectorFromArray([new Date('2024-02-29'), null], new DateDay())],
      local: ['TIMESTAMP_NTZ', moment(1709251199120001n)],
      at: ['TIMESTAMP', moment(-1000001n, 'Etc/UTC')],
      words: ['STRING', vectorFromArray(['', null], new Utf8())],
      bytes: ['BINARY', vectorFromArray([Uint8Array.of(0, 255), null], new Binary())],
      tags: ['ARRAY<STRING>', vectorFromArray(['["a"]', null], new Utf8())],
    } as const
    answers.set('select digits', {
      columns: Object.entries(columns).map(([name, [type_text]]) => ({ name, type_text })),
      chunks: [
        arrowChunk(Object.fromEntries(Object.entries(columns).map(([name, [, vector]]) => [name, vector]))),
      ],
    })
    const { rows, columns: fields } = await asked('select digits')
    assert.deepEqual(
      fields.map(({ type }) => type),
      [
        'Integral',
        'Fractional',
        'Integral',
        'Fractional',
        'Fractional',
        'Fractional',
        'Boolean',
        'Date',
        'Timestamp',
        'Timestamp',
        'String',
        'Unknown',
        'Unknown',
      ],
    )
    assert.deepEqual(
      rows.map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
      [
        [
          '9007199254740993',
          '12345678901234567890.123456789',
          '99999999999999999999999999999999999999',
          '-120.50',
          'NaN',
          '0.1',
          'true',
          '2024-02-29',
          '2024-02-29 23:59:59.120001',
          '1969-12-31 23:59:58.999999Z',
          '',
          'AP8=',
          '["a"]',
        ],
        [null, null, null, null, '-Infinity', '10000000000', 'false', null, null, null, null, null, null],
      ],
    )
  })

  test('a text in the place of a time is not guessed at', async () => {
    answers.set('select late', {
      columns: [{ name: 'at', type_text: 'TIMESTAMP' }],
      chunks: [arrowChunk({ at: vectorFromArray(['2021-01-01T10:00:00.000-08:00'], new Utf8()) })],
    })
    assert.match((await refusal(asked('select late'))).message, /a text for the column "at"/)
  })

  test('lists tables by the information schema of the catalog', async () => {
    given.catalogue = [
      ['orders', 'MANAGED', 'DELTA', 'id', 'int', 'NO'],
      ['orders', 'MANAGED', 'DELTA', 'paid', 'decimal(10,2)', 'YES'],
      ['orders', 'MANAGED', 'DELTA', 'Name', 'string collate UTF8_LCASE', 'YES'],
      ['orders', 'MANAGED', 'DELTA', 'tags', 'array<string>', 'YES'],
      ['shown', 'MATERIALIZED_VIEW', 'DELTA', 'at', 'timestamp', 'YES'],
      ['broken', 'VIEW', null, 'at', 'timestamp_ntz', 'YES'],
    ]
    answers.set(
      'select `at` as `at` from `lake`.`shop`.`broken` limit 0',
      failed(
        'BAD_REQUEST',
        '[TABLE_OR_VIEW_NOT_FOUND] The table behind it is gone. SQLSTATE: 42P01',
        '42P01',
      ),
    )
    const found = await Array.fromAsync(sessions.session.discover())
    assert.deepEqual(
      found.map(({ name, table_type, unloadable, key }) => [name, table_type, unloadable, key]),
      [
        ['orders', 'table', null, null],
        ['shown', 'view', null, null],
        ['broken', 'view', 'The table behind it is gone.', null],
      ],
    )
    assert.deepEqual(
      found[0]?.fields.map(({ name, type, native_type, nullable }) => [name, type, native_type, nullable]),
      [
        ['id', 'Integral', 'int', false],
        ['paid', 'Fractional', 'decimal(10, 2)', true],
        ['Name', 'String', 'string collate utf8_lcase', true],
        ['tags', 'Unknown', 'array<string>', true],
      ],
    )
    const gone = await refusal(sessions.session.describe(tableNamed('gone')))
    assert.match(gone.message, /The table "gone" is not found in the source any more/)
  })

  describe('a table of Delta', () => {
    const path = '`lake`.`shop`.`orders`'
    const versioned = `select * from (select * from ${path} version as of 7\n) as columns_of limit 0`
    const fields = [{ name: 'id', type: 'Integral' as const, native_type: 'int', nullable: true }]
    const relationSql = (): string => {
      const relation = sessions.session.relation(tableNamed('orders'), fields, 'all')
      return relation.kind === 'store' ? relation.sql : ''
    }

    beforeEach(() => {
      given.catalogue = [['orders', 'MANAGED', 'DELTA', 'id', 'int', 'YES']]
      answers.set(`describe history ${path} limit 1`, textsAs('version timestamp', [['7', null]]))
      answers.set(versioned, { columns: [{ name: 'id', type_text: 'INT' }], chunks: [] })
    })

    test('is read at one version by every statement of a session', async () => {
      assert.deepEqual((await sessions.session.describe(tableNamed('orders'))).remarks, undefined)
      const at7 = '(select `id` from `lake`.`shop`.`orders` version as of 7) as rows_of'
      assert.equal(relationSql(), at7)
      answers.set(`describe history ${path} limit 1`, textsAs('version timestamp', [['8', null]]))
      assert.equal(relationSql(), at7)
      assert.deepEqual(await sessions.session.remarksOn?.('orders'), [])
    })

    test('is read at one version also by a session to which it was not described', async () => {
      const from = relationSql()
      assert.doesNotMatch(from, /version as of/)
      await asked(`select count(*) from ${from}`)
      assert.equal(
        given.ran.at(-1),
        'select count(*) from (select `id` from `lake`.`shop`.`orders` version as of 7) as rows_of',
      )
    })

    test('is read as it is, with a remark, where its version cannot be', async () => {
      const remark = async (): Promise<string> => {
        const other = await open()
        const { remarks = [] } = await other.describe(tableNamed('orders'))
        await other.close()
        return remarks.join(' ')
      }
      answers.set(
        versioned,
        failed('BAD_REQUEST', '[UNSUPPORTED] It has a row filter. SQLSTATE: 0A000', '0A000'),
      )
      assert.match(await remark(), /"orders" was not read at one snapshot.* It has a row filter\.$/)
      answers.set(versioned, { columns: [{ name: 'other', type_text: 'INT' }], chunks: [] })
      assert.match(await remark(), /Its columns were changed after the last one\.$/)
      answers.set(
        `describe history ${path} limit 1`,
        failed('BAD_REQUEST', '[INSUFFICIENT_PERMISSIONS] Not allowed. SQLSTATE: 42501', '42501'),
      )
      assert.match(await remark(), /Not allowed\.$/)
    })

    test('whose version is removed meanwhile fails in a way that another try may not', async () => {
      await sessions.session.describe(tableNamed('orders'))
      const sql = `select count(*) from ${relationSql()}`
      answers.set(
        sql,
        failed(
          'BAD_REQUEST',
          'Cannot time travel Delta table to version 7. Available versions: [8, 9].',
          '22003',
        ),
      )
      const error = await refusal(asked(sql))
      assert.ok(error instanceof RunFailure && error.retryable)
    })

    test('is left as it is where it is a view, and asks for no history', async () => {
      given.catalogue = [['orders', 'VIEW', null, 'id', 'int', 'YES']]
      await sessions.session.describe(tableNamed('orders'))
      assert.equal(relationSql(), '(select `id` from `lake`.`shop`.`orders`) as rows_of')
      assert.deepEqual(
        given.ran.filter((sql) => sql.includes('history')),
        [],
      )
    })
  })
})
