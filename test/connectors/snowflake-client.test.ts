import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StatementRefused, StatementTooLarge, StatementTooLate } from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { credentialsOf } from '../../src/connectors/snowflake/credentials.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { endsStatements, sessionsOfTests } from '../harness/sessions-of-tests.ts'
import { SnowflakeDouble, type SnowflakeAnswer, type SnowflakeColumn } from '../harness/snowflake-double.ts'

const now = '2026-01-31 12:00:00.123456789'
const fixed: SnowflakeColumn = { name: 'n', type: 'FIXED', precision: 38, scale: 0, nullable: false }
const text = (name: string): SnowflakeColumn => ({ name, type: 'TEXT' })
const texts = (names: string, rows: (string | null)[][]): SnowflakeAnswer => ({
  columns: names.split(' ').map((name) => text(name)),
  rows,
})
const syntax: SnowflakeAnswer = {
  error: {
    status: 422,
    code: '001003',
    message: "SQL compilation error:\nsyntax error line 1 unexpected 'x'.",
  },
}

/** What the session makes of the SQL API; the double knows nothing of SQL, and Snowflake itself was not met. */
describe('the session of Snowflake, with a double of its SQL API', () => {
  const answers = new Map<string, SnowflakeAnswer>()
  const catalogue = new Map<string, (string | null)[][]>()
  const one: SnowflakeAnswer = { columns: [fixed], rows: [['1']] }
  const double = new SnowflakeDouble((sql, values, place): SnowflakeAnswer => {
    const given = answers.get(sql)
    if (given) return given
    if (sql.startsWith('select to_varchar(convert_timezone')) return texts('at', [[now]])
    if (sql.includes('.schemata where'))
      return texts('1', sql.includes('"LAKE".') && values[0] === 'shop' ? [['1']] : [])
    if (sql.includes('.tables where')) return texts('name type', catalogue.get('tables') ?? [])
    if (sql.includes('.columns where'))
      return texts(
        'table column type precision scale length collation nullable',
        (catalogue.get('columns') ?? []).filter(([table]) => !values[1] || table === values[1]),
      )
    if (sql === 'select ?, ?') return texts('a place', [[values[0] ?? null, place]])
    return syntax
  })
  const sessions = sessionsOfTests('snowflake', double, {
    forget() {
      answers.clear()
      catalogue.clear()
      double.token = null
      double.client = null
    },
    begin: () => double.log.splice(0),
  })
  const { folder, open, asked } = sessions
  const isServiceError = (code: string, words: RegExp) => (error: unknown) =>
    error instanceof ServiceError && error.code === code && words.test(error.message)

  test('hands values over with every digit', async () => {
    answers.set('select digits', {
      columns: [
        { name: 'big', type: 'FIXED', precision: 38, scale: 0 },
        { name: 'exact', type: 'FIXED', precision: 38, scale: 9 },
        { name: 'tiny', type: 'DECFLOAT' },
        { name: 'share', type: 'REAL' },
        { name: 'truth', type: 'BOOLEAN' },
        { name: 'day', type: 'DATE' },
        { name: 'local', type: 'TIMESTAMP_NTZ', scale: 9 },
        { name: 'at', type: 'TIMESTAMP_LTZ', scale: 9 },
        { name: 'there', type: 'TIMESTAMP_TZ', scale: 9 },
        { name: 'clock', type: 'TIME', scale: 9 },
        { name: 'bytes', type: 'BINARY' },
        { name: 'any', type: 'VARIANT' },
      ],
      rows: [
        [
          '99999999999999999999999999999999999999',
          '12345678901234567890.123456789',
          '1.5e-7',
          'NaN',
          'true',
          '19782',
          '1709251199.120000000',
          '-1.500000000',
          '1616173619.123456789 960',
          '82919.500000000',
          '00FF',
          '{"a":1}',
        ],
        [
          null,
          '0.100000000',
          null,
          '-inf',
          'false',
          '-1',
          '0.000000000',
          null,
          '-0.000000001 1500',
          null,
          null,
          null,
        ],
      ],
    })
    const { rows, columns } = await asked('select digits')
    assert.deepEqual(
      columns.map(({ type }) => type),
      'Integral Fractional Fractional Fractional Boolean Date Timestamp Timestamp Timestamp Unknown Unknown Unknown'.split(
        ' ',
      ),
    )
    const shown = rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
    assert.deepEqual(shown[0], [
      '99999999999999999999999999999999999999',
      '12345678901234567890.123456789',
      '0.00000015',
      'NaN',
      'true',
      '2024-02-29',
      '2024-02-29 23:59:59.12',
      '1969-12-31 23:59:58.5Z',
      '2021-03-19 17:06:59.123456789Z',
      '23:01:59.5',
      '00FF',
      '{"a":1}',
    ])
    assert.deepEqual(shown[1], [
      null,
      '0.100000000',
      null,
      '-Infinity',
      'false',
      '1969-12-31',
      '1970-01-01 00:00:00',
      null,
      '1969-12-31 23:59:59.999999999Z',
      null,
      null,
      null,
    ])
  })

  test('sends values beside the statement, in the place of the datastore, and asks again when the service is busy', async () => {
    double.busy = 2
    assert.deepEqual((await asked('select ?, ?', ["it's \\d", 'b'])).rows, [["it's \\d", 'LAKE.shop']])
  })

  test('nothing that would reach out of the schema, or change something, is sent', async () => {
    for (const sql of [
      'select system$cancel_all_queries(1)',
      'select $1 from @stage/file.csv',
      'select 1; drop table t',
      'select 1 ->> drop table t',
      "select 1 // '\n from t",
      'with p as procedure () returns int as $$ 1 $$ call p()',
      'select counter.nextval',
      "select * from table(result_scan('x'))",
      "select * from identifier('t')",
      'delete from t',
    ])
      await assert.rejects(asked(sql), StatementRefused, sql)
    assert.deepEqual(double.log, [])
  })

  test('reads what Time Travel reaches as it was when the session was opened, and the rest as it is', async () => {
    catalogue.set('tables', [
      ['orders', 'BASE TABLE'],
      ['shared', 'BASE TABLE'],
      ['closed', 'VIEW'],
    ])
    catalogue.set('columns', [
      ['orders', 'n', 'NUMBER', '38', '0', null, null, 'NO'],
      ['orders', 'name', 'TEXT', null, null, '20', 'en-ci', 'YES'],
      ['shared', 'n', 'NUMBER', '9', '2', null, null, 'YES'],
      ['closed', 'n', 'FLOAT', null, null, null, null, 'YES'],
    ])
    const at = ` at(timestamp => to_timestamp_tz('${now} +0000', 'YYYY-MM-DD HH24:MI:SS.FF9 TZHTZM'))`
    answers.set(`select "n" as "n", "name" as "name" from "LAKE"."shop"."orders"${at} limit 0`, one)
    answers.set('select "n" as "n" from "LAKE"."shop"."shared" limit 0', one)
    const found = []
    for await (const container of sessions.session.discover()) found.push(container)
    assert.deepEqual(
      found.map(({ name, table_type, unloadable }) => [name, table_type, unloadable === null]),
      [
        ['orders', 'table', true],
        ['shared', 'table', true],
        ['closed', 'view', false],
      ],
    )
    const fields = found[0]?.fields ?? []
    assert.deepEqual(fields, [
      { name: 'n', type: 'Integral', native_type: 'NUMBER(38,0)', nullable: false },
      { name: 'name', type: 'String', native_type: 'VARCHAR(20) collate en-ci', nullable: true },
    ])
    const sqlOf = (name: string) => {
      const relation = sessions.session.relation(tableNamed(name), fields.slice(0, 1), 'all')
      return relation.kind === 'store' ? relation.sql : ''
    }
    assert.equal(sqlOf('orders'), `(select "n" from "LAKE"."shop"."orders"${at}) as rows_of`)
    assert.equal(sqlOf('shared'), '(select "n" from "LAKE"."shop"."shared") as rows_of')
    await assert.rejects(sessions.session.describe(tableNamed('gone')), RunFailure)
  })

  test('hands rows over in batches, and fetches the parts behind the first one by one', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => [String(index)])
    answers.set('select numbers', { columns: [fixed], rows })
    const seen: unknown[] = []
    const sizes: number[] = []
    for await (const batch of sessions.session.stream({ sql: 'select numbers', parameters: [] })) {
      sizes.push(batch.rows.length)
      seen.push(...batch.rows.map(([value]) => value))
    }
    assert.deepEqual(sizes, [1000, 200, 1000, 200, 100])
    assert.deepEqual(
      seen,
      rows.map(([value]) => Number(value)),
    )
    assert.deepEqual(double.log, ['run select numbers', 'part 1', 'part 2'])
  })

  test('a result that is not whole fails, and one that was cut refuses its statement', async () => {
    answers.set('select cut', { columns: [fixed], rows: [['1']], told: 2 })
    await assert.rejects(asked('select cut'), RunFailure)
    answers.set('select large', { columns: [fixed], rows: [['1']], code: '391908' })
    await assert.rejects(asked('select large'), StatementTooLarge)
  })

  test('a refused statement has its reason, and the session goes on', async () => {
    const refusal = await asked('select x x x').catch((error: unknown) => error)
    assert.ok(refusal instanceof StatementRefused)
    assert.equal(sourceWords(refusal), "SQL compilation error: syntax error line 1 unexpected 'x'")
    answers.set('select one', one)
    assert.deepEqual((await asked('select one')).rows, [[1]])
  })

  test('a limit of the warehouse is told as too late, and an error inside of the service may pass', async () => {
    const failing = (status: number, code: string) =>
      answers.set('select one', { error: { status, code, message: 'It failed.' } })
    failing(422, '000630')
    await assert.rejects(asked('select one'), (error) => {
      assert.ok(error instanceof StatementTooLate)
      assert.match(sourceWords(error), /^A time limit of the source itself ended it after \d+ s\.$/)
      return true
    })
    failing(408, '000604')
    await assert.rejects(asked('select one'), StatementTooLate)
    failing(422, '000603')
    await assert.rejects(asked('select one'), (error) => error instanceof RunFailure && error.retryable)
    failing(401, '390318')
    await assert.rejects(asked('select one'), (error) => error instanceof RunFailure && !error.retryable)
  })

  endsStatements(sessions, {
    log: () => double.log,
    ended: 'cancel',
    lateSeconds: 3,
    answer: (sql, never) => answers.set(sql, one).set(never, 'endless'),
  })

  test('databases and schemas can be chosen from, as they are written in SQL', async () => {
    const { places } = connectors.get('snowflake')
    answers.set(
      'show terse databases limit 10000',
      texts('kind name', [
        ['', 'LAKE'],
        ['', 'SNOWFLAKE'],
        ['', 'pay'],
      ]),
    )
    answers.set(
      'show terse schemas in database "pay" limit 10000',
      texts('kind name', [
        ['', 'PUBLIC'],
        ['', 'INFORMATION_SCHEMA'],
        ['', 'shop'],
      ]),
    )
    assert.deepEqual(await places?.databases(double.connection, boundsIn(folder)), ['"pay"', 'LAKE'])
    assert.deepEqual(await places?.schemas?.(double.connection, '"pay"', boundsIn(folder)), [
      '"shop"',
      'PUBLIC',
    ])
    assert.equal(places?.usual_schema, 'PUBLIC')
  })

  test('a schema that the role cannot see is told', async () => {
    const attempt = connectors
      .get('snowflake')
      .open(double.connection, { ...double.target, schema: 'shop' }, boundsIn(folder))
    await assert.rejects(attempt, isServiceError('connection_failed', /"LAKE" has no schema "SHOP"/))
  })

  test('an encrypted key is opened by its passphrase, and what is none is told', async () => {
    const credentials_payload = double.privateKey('open sesame')
    await (await open({}, { credentials_payload, password: 'open sesame' })).close()
    for (const members of [{ credentials_payload, password: 'wrong' }, { credentials_payload: 'no key' }])
      await assert.rejects(open({}, members), isServiceError('invalid', /private key of RSA/))
  })

  test('a signed token is used until a minute before its end, and then another one is signed', async (t) => {
    const minute = 60_000
    t.mock.timers.enable({ apis: ['Date'], now: 1_767_225_600_000 })
    const { token } = credentialsOf(double.connection)
    const signed = () => token(AbortSignal.timeout(minute))
    const first = await signed()
    t.mock.timers.setTime(1_767_225_600_000 + 59 * minute)
    assert.equal(await signed(), first)
    t.mock.timers.setTime(1_767_225_600_000 + 59 * minute + 1000)
    assert.notEqual(await signed(), first)
  })

  test('a key that the user does not have is not let in, with the reason', async () => {
    const other = new SnowflakeDouble(() => one)
    await assert.rejects(
      open({}, { credentials_payload: other.privateKey() }),
      isServiceError('connection_failed', /JWT token is invalid/),
    )
  })

  for (const [authentication, kind] of [
    ['oauth', 'OAUTH'],
    ['programmatic_access_token', 'PROGRAMMATIC_ACCESS_TOKEN'],
  ] as const) {
    test(`a token of the kind ${kind} signs in`, async () => {
      double.token = { kind, value: 'the token' }
      const { parameters } = double.connection
      const members = { password: 'the token', parameters: { ...parameters, authentication } }
      await (await open({}, members)).close()
    })
  }

  test('an access token is had for a refresh token, by all sessions together, and anew when it ends', async () => {
    const client = { id: 'the=client', secret: 'unseen', refresh_token: 'lasting', lives: 600 }
    const members = {
      password: client.refresh_token,
      access_key: client.id,
      secret_key: client.secret,
      parameters: { ...double.connection.parameters, authentication: 'refresh_token' },
    }
    double.client = client
    await (await open({}, members)).close()
    await (await open({}, members)).close()
    assert.equal(double.log.filter((one) => one === 'token').length, 1)
    // It ends at once, and the double lets the one before in no more.
    double.client = { ...client, secret: 'another', lives: 0 }
    const brief = await open({}, { ...members, secret_key: 'another' })
    const before = double.log.filter((one) => one === 'token').length
    await brief.query({ sql: 'select ?, ?', parameters: ['a', 'b'] })
    assert.ok(double.log.filter((one) => one === 'token').length > before)
    await brief.close()
  })

  test('a refresh token that is not accepted is told with what to correct, and without the words of the server', async () => {
    const client = { id: 'c', secret: 'right', refresh_token: 'lasting', lives: 600 }
    const parameters = { ...double.connection.parameters, authentication: 'refresh_token' }
    double.client = client
    const opening = (secret_key: string, password: string) =>
      open({}, { access_key: client.id, secret_key, password, parameters })
    for (const [secret, refreshToken, words] of [
      ['wrong', 'lasting', /^Snowflake does not accept the client\. Correct access_key and secret_key/],
      ['right', 'revoked', /^Snowflake does not accept the refresh token: .* Give a new one in password\.$/],
    ] as const)
      await assert.rejects(opening(secret, refreshToken), isServiceError('connection_failed', words))
    await assert.rejects(
      opening('', 'lasting'),
      isServiceError('invalid', /the client secret in `secret_key`/),
    )
  })

  test('neither a key nor a token leaves this machine in clear', async () => {
    await assert.rejects(
      open({}, { host: 'myorg-shop.snowflakecomputing.com' }),
      isServiceError('invalid', /over TLS only/),
    )
  })

  test('a user for whom names lose their letter case is refused', async () => {
    double.keepsCase = false
    await assert.rejects(open(), isServiceError('connection_failed', /QUOTED_IDENTIFIERS_IGNORE_CASE/))
    double.keepsCase = true
  })
})
