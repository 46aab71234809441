import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import {
  Binary,
  Bool,
  DateDay,
  Decimal,
  Float32,
  Float64,
  Int32,
  Int64,
  makeVector,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow'
import {
  SourceUnreached,
  StatementRefused,
  StatementTooLate,
  type ConnectionValues,
  type Session,
  type SessionBounds,
} from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { arrowChunk, textsAs } from '../harness/arrow-rows.ts'
import { DatabricksDouble, principal, type DatabricksAnswer } from '../harness/databricks-double.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'

const one: DatabricksAnswer = {
  columns: [{ name: 'n', type_text: 'INT' }],
  chunks: [arrowChunk({ n: vectorFromArray([1], new Int32()) })],
}
const failed = (error_code: string, message: string, sql_state?: string): DatabricksAnswer => ({
  error: { error_code, message },
  ...(sql_state !== undefined && { sql_state }),
})
/** A time with all its microseconds, and a NULL. */
const moment = (micros: bigint, zone?: string) =>
  makeVector({
    type: new TimestampMicrosecond(zone),
    data: BigInt64Array.of(micros, 0n),
    length: 2,
    nullCount: 1,
    nullBitmap: Uint8Array.of(0b01),
  })
const words = (error: Error): string =>
  error instanceof StatementRefused ? sourceWords(error) : error.message

/** What the session makes of the Statement Execution API; the double knows nothing of SQL, and Databricks itself was not met. */
describe('the session of Databricks, with a double of its interface', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-databricks-'))
  const answers = new Map<string, DatabricksAnswer | 'endless'>()
  let catalogue: (string | null)[][] = []
  const doubleOf = (): DatabricksDouble => {
    const made = new DatabricksDouble(({ sql, values, catalog, schema, signal }) => {
      const answer = answers.get(sql)
      if (answer === 'endless')
        return new Promise((end) => signal.addEventListener('abort', () => end(one), { once: true }))
      if (answer) return Promise.resolve(answer)
      return Promise.resolve(usual(made, { sql, values, place: `${catalog}.${schema}` }))
    })
    return made
  }
  const usual = (
    made: DatabricksDouble,
    { sql, values, place }: { sql: string; values: Record<string, string>; place: string },
  ): DatabricksAnswer => {
    if (sql.startsWith('select current_timezone()')) return textsAs('zone', [[made.zone]])
    if (sql.includes('.information_schema.schemata'))
      return textsAs('1', sql.includes('`lake`.') && values['p1'] === 'shop' ? [['1']] : [])
    if (sql.includes('.information_schema.tables'))
      return textsAs(
        'table type format column native nullable',
        catalogue.filter(([table]) => values['p1'] === 'shop' && table === (values['p2'] ?? table)),
      )
    if (sql.startsWith('show'))
      return textsAs('name', [['shop'], ['information_schema'], ['system'], ['lake']])
    if (sql === 'select :p1, :p2')
      return textsAs('a b place', [[values['p1'] ?? '', values['p2'] ?? '', place]])
    return one
  }
  const double = doubleOf()
  let session: Session

  const open = (bounds: Partial<SessionBounds> = {}, connection: ConnectionValues = double.connection) =>
    connectors.get('databricks').open(connection, double.target, { ...boundsIn(folder), ...bounds })
  const withParameters = (parameters: Record<string, unknown>): ConnectionValues => ({
    ...double.connection,
    parameters: { ...double.connection.parameters, ...parameters },
  })
  const asked = (sql: string, parameters: string[] = []) => session.query({ sql, parameters })
  const ran = (): string[] => double.log.filter((said) => said.startsWith('run '))
  const refusal = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => assert.fail('it was not refused'),
      (error: unknown) => error as Error,
    )

  before(() => double.listen())
  after(async () => {
    await double.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    answers.clear()
    catalogue = []
    session = await open()
    double.log.splice(0)
    double.bodies.splice(0)
  })
  afterEach(() => session.close())

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

  test('hands rows over chunk by chunk, each behind a link that is asked for when it is read', async () => {
    const numbers = (from: number) =>
      arrowChunk({
        n: vectorFromArray(
          Array.from({ length: 1200 }, (_, at) => from + at),
          new Int32(),
        ),
      })
    answers.set('select numbers', {
      columns: [{ name: 'n', type_text: 'INT' }],
      chunks: [0, 1200, 2400].map(numbers),
    })
    const batches = session.stream({ sql: 'select numbers', parameters: [] })[Symbol.asyncIterator]()
    const first = await batches.next()
    assert.deepEqual(double.log, ['run select numbers', 'link 0'])
    const seen = [...first.value.rows]
    for (let next = await batches.next(); !next.done; next = await batches.next())
      seen.push(...next.value.rows)
    assert.deepEqual(
      seen.map(([n]) => n),
      Array.from({ length: 3600 }, (_, at) => at),
    )
    assert.deepEqual(double.log.slice(2), ['chunk 1', 'link 1', 'chunk 2', 'link 2'])
  })

  test('a link that is over is asked for again', async () => {
    double.expired = 1
    assert.deepEqual((await asked('select one')).rows, [[1]])
    assert.deepEqual(double.log, ['run select one', 'link 0', 'chunk 0', 'link 0'])
  })

  test('a result that was cut, or of which rows are missing, is no result', async () => {
    for (const more of [{ truncated: true }, { total_row_count: 2 }, { total_chunk_count: 0 }]) {
      answers.set('select cut', { columns: [{ name: 'n', type_text: 'INT' }], chunks: one.chunks, more })
      const error = await refusal(asked('select cut'))
      assert.ok(error instanceof RunFailure && error.retryable, JSON.stringify(more))
      assert.match(error.message, /did not hand over all rows/)
    }
    answers.set('select none', { columns: [{ name: 'n', type_text: 'INT' }], chunks: [] })
    assert.deepEqual((await asked('select none')).rows, [])
  })

  test('links lead to the storage of a cloud alone', async () => {
    for (const storage of [
      'https://storage.example.com',
      'http://169.254.169.254',
      'https://amazonaws.com.example.com',
    ]) {
      double.storage = storage
      const error = await refusal(asked('select one')).finally(() => (double.storage = null))
      assert.match(error.message, /no storage of Amazon, Microsoft or Google/, storage)
    }
  })

  test('a statement says where it runs, and takes its values by name', async () => {
    assert.deepEqual((await asked('select :p1, :p2', ["it's", ''])).rows, [["it's", '', 'lake.shop']])
    await asked('with some as (select 1 as a) select a from some')
    assert.deepEqual(
      double.bodies.map(({ statement, catalog, schema, parameters }) => [
        statement,
        catalog,
        schema,
        parameters,
      ]),
      [
        [
          'select :p1, :p2',
          'lake',
          'shop',
          [
            { name: 'p1', value: "it's", type: 'STRING' },
            { name: 'p2', value: '', type: 'STRING' },
          ],
        ],
        [
          'select * from (with some as (select 1 as a) select a from some\n) as query_of',
          'lake',
          'shop',
          undefined,
        ],
      ],
    )
  })

  test('waits as long as a busy service asks for', async () => {
    double.busy = 2
    assert.deepEqual((await asked('select one')).rows, [[1]])
    assert.deepEqual([double.busy, double.early], [0, 0])
  })

  test('nothing that would reach out of the tables is sent', async () => {
    for (const sql of [
      'select * from parquet.`s3://elsewhere/rows`',
      'select * from json . `/Volumes/lake/shop/file`',
      "select * from read_files('/Volumes/lake/shop')",
      "select http_request(conn => 'c', method => 'GET', path => '/')",
      "select ai_query('model', 'x')",
      "select secret('scope', 'key')",
      "select * from identifier('system.access.audit')",
      'select * from system.access.audit',
      'select * from lake.information_schema.tables',
      'insert into t values (1)',
      'select 1; drop table t',
      'describe history t',
      'set ansi_mode = false',
    ])
      await assert.rejects(asked(sql), StatementRefused, sql)
    assert.deepEqual(double.log, [])
    await asked('select text.a / 2, json.b from text, json')
  })

  test('a refused statement has its reason, and the session goes on', async () => {
    const unread = 'select x x x'
    answers.set(
      unread,
      failed(
        'BAD_REQUEST',
        "[PARSE_SYNTAX_ERROR] Syntax error at or near 'x'. SQLSTATE: 42601 (line 1, pos 11)\n\n== SQL ==\nselect",
        '42601',
      ),
    )
    const syntax = await refusal(asked(unread))
    assert.ok(syntax instanceof StatementRefused)
    assert.equal(words(syntax), "syntax error at or near 'x'. (line 1, pos 11)")
    answers.set('select told', failed('BAD_REQUEST', '[DIVIDE_BY_ZERO] Division by zero. SQLSTATE: 22012'))
    assert.ok((await refusal(asked('select told'))) instanceof StatementRefused)
    assert.deepEqual((await asked('select one')).rows, [[1]])
  })

  test('what the service itself failed at is tried again, and is no fault of the statement', async () => {
    for (const answer of [
      failed('INTERNAL_ERROR', 'Something went wrong'),
      failed('BAD_REQUEST', '[INTERNAL_ERROR] Something went wrong. SQLSTATE: XX000', 'XX000'),
      failed('RESOURCE_EXHAUSTED', 'Something went wrong'),
    ]) {
      answers.set('select hard', answer)
      const error = await refusal(asked('select hard'))
      assert.ok(error instanceof RunFailure && error.retryable)
      assert.match(error.message, /The source ended the statement: Something went wrong/)
    }
  })

  test('aborting cancels the statement, and waits until it is seen to have ended', async () => {
    double.wait = 0
    const gone = new AbortController()
    const other = await open({ signal: gone.signal })
    answers.set('select sleep', 'endless')
    double.log.splice(0)
    const running = refusal(other.query({ sql: 'select sleep', parameters: [] }))
    while (!double.log.includes('look')) await new Promise((done) => setTimeout(done, 5))
    assert.equal(double.running, 1)
    gone.abort()
    assert.ok((await running) instanceof Aborted)
    assert.equal(double.running, 0)
    assert.ok(double.log.lastIndexOf('look') > double.log.indexOf('cancel'))
    await other.close()
    double.wait = 5000
  })

  test('a statement that is aborted before its id is told is cancelled when it is', async () => {
    double.wait = 500
    const gone = new AbortController()
    const other = await open({ signal: gone.signal })
    answers.set('select sleep', 'endless')
    const running = refusal(other.query({ sql: 'select sleep', parameters: [] }))
    while (!ran().includes('run select sleep')) await new Promise((done) => setTimeout(done, 5))
    gone.abort()
    assert.ok((await running) instanceof Aborted)
    assert.ok(double.log.includes('cancel'))
    assert.equal(double.running, 0)
    await other.close()
    double.wait = 5000
  })

  test('a statement that takes too long is cancelled, and the session goes on', async () => {
    double.wait = 0
    const other = await open({ statement_timeout_seconds: 0.3 })
    answers.set('select sleep', 'endless')
    await assert.rejects(other.query({ sql: 'select sleep', parameters: [] }), StatementTooLate)
    assert.equal(double.running, 0)
    double.wait = 5000
    assert.deepEqual((await other.query({ sql: 'select one', parameters: [] })).rows, [[1]])
    await other.close()
  })

  test('lists tables by the information schema of the catalog', async () => {
    catalogue = [
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
    const found = await Array.fromAsync(session.discover())
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
    const gone = await refusal(session.describe(tableNamed('gone')))
    assert.match(gone.message, /The table "gone" is not found in the source any more/)
  })

  describe('a table of Delta', () => {
    const path = '`lake`.`shop`.`orders`'
    const versioned = `select * from (select * from ${path} version as of 7\n) as columns_of limit 0`
    const fields = [{ name: 'id', type: 'Integral' as const, native_type: 'int', nullable: true }]
    const relationSql = (): string => {
      const relation = session.relation(tableNamed('orders'), fields, 'all')
      return relation.kind === 'store' ? relation.sql : ''
    }

    beforeEach(() => {
      catalogue = [['orders', 'MANAGED', 'DELTA', 'id', 'int', 'YES']]
      answers.set(`describe history ${path} limit 1`, textsAs('version timestamp', [['7', null]]))
      answers.set(versioned, { columns: [{ name: 'id', type_text: 'INT' }], chunks: [] })
    })

    test('is read at one version by every statement of a session', async () => {
      assert.deepEqual((await session.describe(tableNamed('orders'))).remarks, undefined)
      const at7 = '(select `id` from `lake`.`shop`.`orders` version as of 7) as rows_of'
      assert.equal(relationSql(), at7)
      answers.set(`describe history ${path} limit 1`, textsAs('version timestamp', [['8', null]]))
      assert.equal(relationSql(), at7)
      assert.deepEqual(await session.remarksOn?.('orders'), [])
    })

    test('is read at one version also by a session to which it was not described', async () => {
      const from = relationSql()
      assert.doesNotMatch(from, /version as of/)
      await asked(`select count(*) from ${from}`)
      assert.equal(
        ran().at(-1),
        'run select count(*) from (select `id` from `lake`.`shop`.`orders` version as of 7) as rows_of',
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
      await session.describe(tableNamed('orders'))
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
      catalogue = [['orders', 'VIEW', null, 'id', 'int', 'YES']]
      await session.describe(tableNamed('orders'))
      assert.equal(relationSql(), '(select `id` from `lake`.`shop`.`orders`) as rows_of')
      assert.deepEqual(
        ran().filter((sql) => sql.includes('history')),
        [],
      )
    })
  })

  test('catalogs and schemas can be chosen from, without those of the service', async () => {
    const { places } = connectors.get('databricks')
    const bounds = boundsIn(folder)
    assert.deepEqual(await places?.databases(double.connection, bounds), [
      'information_schema',
      'lake',
      'shop',
    ])
    assert.deepEqual(await places?.schemas?.(double.connection, 'lake', bounds), ['lake', 'shop', 'system'])
    assert.deepEqual(ran(), ['run show catalogs', 'run show schemas in `lake`'])
  })

  test('a warehouse that computes otherwise is told when the connection is made', async (t) => {
    const other = doubleOf()
    await other.listen()
    t.after(() => other.close())
    const attempt = (): Promise<Error> => refusal(open({}, other.connection))
    other.zone = 'Europe/Berlin'
    assert.match((await attempt()).message, /time zone Europe\/Berlin. Set its parameter TIMEZONE to UTC/)
    other.zone = 'GMT'
    other.ansi = false
    const error = await attempt()
    assert.ok(error instanceof ServiceError && error.code === 'connection_failed')
    assert.match(error.message, /Set its parameter ANSI_MODE to true/)
    other.ansi = true
    await (await open({}, other.connection)).close()
    await (await open({}, other.connection)).close()
    assert.equal(other.log.filter((said) => said.includes('current_timezone')).length, 3)
  })

  test('a service principal signs in once, by its secret', async () => {
    const connection = {
      ...withParameters({ authentication: 'service_principal' }),
      username: principal.client,
      password: principal.secret,
    }
    await (await open({}, connection)).close()
    await (await open({}, connection)).close()
    assert.equal(double.tokens, 1)
    const wrong = await refusal(open({}, { ...connection, password: 'another' }))
    assert.ok(wrong instanceof ServiceError && wrong.code === 'connection_failed')
    assert.match(wrong.message, /does not let the service principal sign in \(invalid_client\)/)
    assert.doesNotMatch(wrong.message, /another|someone@/)
  })

  test('a wrong token, a warehouse or schema that is absent and a silent server are told without a secret', async () => {
    const wrong = await refusal(open({}, { ...double.connection, password: 'stolen' }))
    assert.ok(wrong instanceof ServiceError && wrong.code === 'connection_failed')
    assert.match(wrong.message, /does not accept the credentials/)
    assert.doesNotMatch(wrong.message, /stolen|someone@/)
    const absent = await refusal(open({}, withParameters({ warehouse: '/sql/1.0/warehouses/ffff' })))
    assert.match(absent.message, /SQL warehouse ffff does not exist/)
    const named = await refusal(open({}, withParameters({ warehouse: 'my warehouse' })))
    assert.ok(named instanceof ServiceError && named.code === 'invalid')
    const nowhere = await refusal(
      connectors
        .get('databricks')
        .open(double.connection, { ...double.target, schema: 'none' }, boundsIn(folder)),
    )
    assert.match(nowhere.message, /The catalog "lake" has no schema "none"/)
    const clear = await refusal(open({}, { ...double.connection, host: 'dbc-1.cloud.databricks.com' }))
    assert.match(clear.message, /Tokens and secrets go to Databricks over TLS only/)
    const silent = await refusal(open({}, { ...double.connection, port: 1 }))
    assert.ok(silent instanceof SourceUnreached)
  })
})
