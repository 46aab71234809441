import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StatementRefused, StatementTooLarge } from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { BigqueryDouble, type BigqueryAnswer } from '../harness/bigquery-double.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { endsStatements, sessionsOfTests } from '../harness/sessions-of-tests.ts'

const clock = 'select cast(current_timestamp() as string) as at'

/** What the session makes of the REST interface; the double knows nothing of SQL, and BigQuery itself was not met. */
describe('the session of Google BigQuery, with a double of its interface', () => {
  const answers = new Map<string, BigqueryAnswer>()
  const one: BigqueryAnswer = { columns: [{ name: 'n', type: 'INTEGER' }], rows: [['1']] }
  const now = '2026-01-31 12:00:00.123456+00'
  const double = new BigqueryDouble((sql, values): BigqueryAnswer => {
    if (sql === clock) return { columns: [{ name: 'at', type: 'STRING' }], rows: [[now]] }
    if (sql === 'select @p1') return { columns: [{ name: '', type: 'STRING' }], rows: [[values['p1']]] }
    return answers.get(sql) ?? { error: { reason: 'invalidQuery', message: 'Syntax error: Unexpected "x".' } }
  })
  const sessions = sessionsOfTests('bigquery', double, {
    forget() {
      answers.clear()
      double.log.splice(0)
    },
    begin: () => undefined,
  })
  const { folder, asked } = sessions

  test('hands values over with every digit', async () => {
    answers.set('select digits', {
      columns: [
        { name: 'big', type: 'INTEGER' },
        { name: 'exact', type: 'BIGNUMERIC' },
        { name: 'tiny', type: 'BIGNUMERIC' },
        { name: 'share', type: 'FLOAT' },
        { name: 'truth', type: 'BOOLEAN' },
        { name: 'day', type: 'DATE' },
        { name: 'local', type: 'DATETIME' },
        { name: 'at', type: 'TIMESTAMP' },
        { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      ],
      rows: [
        [
          '9007199254740993',
          '12345678901234567890.123456789',
          '1.5e-7',
          'NaN',
          'true',
          '2024-02-29',
          '2024-02-29T23:59:59.120',
          '-1000001',
          [{ v: 'a' }, { v: 'b' }],
        ],
        [null, null, null, '0.1', 'false', null, null, '1709251199123456', []],
      ],
    })
    const { rows, columns } = await asked('select digits')
    assert.deepEqual(
      columns.map(({ type }) => type),
      [
        'Integral',
        'Fractional',
        'Fractional',
        'Fractional',
        'Boolean',
        'Date',
        'Timestamp',
        'Timestamp',
        'Unknown',
      ],
    )
    const shown = rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
    assert.deepEqual(shown[0], [
      '9007199254740993',
      '12345678901234567890.123456789',
      '0.00000015',
      'NaN',
      'true',
      '2024-02-29',
      '2024-02-29 23:59:59.12',
      '1969-12-31 23:59:58.999999Z',
      'a,b',
    ])
    assert.deepEqual(shown[1], [
      null,
      null,
      null,
      '0.1',
      'false',
      null,
      null,
      '2024-02-29 23:59:59.123456Z',
      '',
    ])
  })

  test('sends values beside the statement, and asks again when the service is busy', async () => {
    double.busy = 2
    assert.deepEqual((await asked('select @p1', ["it's"])).rows, [["it's"]])
  })

  test('only what the parser of the service calls a select is run', async () => {
    answers.set('with x as (select 1) select 1', { ...(one as object), kind: 'SCRIPT' } as BigqueryAnswer)
    await assert.rejects(asked('with x as (select 1) select 1'), StatementRefused)
    assert.ok(double.log.includes('dry run with x as (select 1) select 1'))
    assert.ok(!double.log.includes('run with x as (select 1) select 1'))
  })

  test('nothing that would reach out of the dataset is sent', async () => {
    for (const sql of [
      "select * from external_query('a', 'b')",
      'select ml.predict(model m, table t)',
      'select 1; drop table t',
      "select '''a' from t -- '''",
      'select 1 # from t',
      'select @@project_id',
      'export data options () as select 1',
    ])
      await assert.rejects(asked(sql), StatementRefused, sql)
    assert.deepEqual(
      double.log.filter((said) => !said.includes(clock)),
      [],
    )
  })

  test('reads tables as they were when the session was opened, and views as they are', async () => {
    const columns = [{ name: 'n', type: 'INTEGER', mode: 'REQUIRED' }]
    double.tables.set('orders', { type: 'TABLE', columns })
    double.tables.set('shown', { type: 'VIEW', columns })
    double.tables.set('parted', { type: 'TABLE', columns, requirePartitionFilter: true })
    const found = []
    for await (const container of sessions.session.discover()) found.push(container)
    assert.deepEqual(
      found.map(({ name, table_type, unloadable }) => [name, table_type, unloadable === null]),
      [
        ['orders', 'table', true],
        ['shown', 'view', true],
        ['parted', 'table', false],
      ],
    )
    const fields = found[0]?.fields ?? []
    assert.deepEqual(fields, [{ name: 'n', type: 'Integral', native_type: 'INT64', nullable: false }])
    const sqlOf = (name: string) => {
      const relation = sessions.session.relation(tableNamed(name), fields, 'all')
      return relation.kind === 'store' ? relation.sql : ''
    }
    assert.equal(
      sqlOf('orders'),
      `(select \`n\` from \`lake\`.\`shop\`.\`orders\` for system_time as of timestamp '${now}') as rows_of`,
    )
    assert.equal(sqlOf('shown'), '(select `n` from `lake`.`shop`.`shown`) as rows_of')
    await assert.rejects(sessions.session.describe(tableNamed('gone')), RunFailure)
  })

  test('hands rows over page by page', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => [String(index)])
    answers.set('select numbers', { columns: [{ name: 'n', type: 'INTEGER' }], rows })
    const sizes: number[] = []
    for await (const batch of sessions.session.stream({ sql: 'select numbers', parameters: [] }))
      sizes.push(batch.rows.length)
    assert.deepEqual(sizes, [1000, 1000, 500])
  })

  test('a refused statement has its reason, and the session goes on', async () => {
    const refusal = await asked('select x x x').catch((error: unknown) => error)
    assert.ok(refusal instanceof StatementRefused)
    assert.equal(sourceWords(refusal), 'Syntax error: Unexpected "x"')
    answers.set('select one', one)
    assert.deepEqual((await asked('select one')).rows, [[1]])
  })

  test('a job that is too large is refused, as another try would be billed and end the same way', async () => {
    for (const reason of ['resourcesExceeded', 'bytesBilledLimitExceeded']) {
      answers.set('select large', { error: { reason, message: 'Too much.' } })
      await assert.rejects(asked('select large'), StatementTooLarge, reason)
    }
  })

  endsStatements(sessions, {
    log: () => double.log,
    ended: 'cancel',
    lateSeconds: 0.3,
    answer: (sql, never) => answers.set(sql, one).set(never, 'endless'),
  })

  test('the projects and datasets of the account can be chosen from', async () => {
    const { places } = connectors.get('bigquery')
    assert.deepEqual(await places?.databases(double.connection, boundsIn(folder)), ['lake', 'payer'])
    assert.deepEqual(await places?.schemas?.(double.connection, 'lake', boundsIn(folder)), ['shop'])
  })

  test('a token does not leave this machine in clear', async () => {
    const away = { ...double.connection, host: 'bigquery.example.com' }
    await assert.rejects(
      connectors.get('bigquery').open(away, double.target, boundsIn(folder)),
      (error) =>
        error instanceof ServiceError && error.code === 'invalid' && /over TLS only/.test(error.message),
    )
  })

  test('a key that is none, and one that is not let in, are told', async () => {
    const attempt = (payload: string) =>
      connectors
        .get('bigquery')
        .open({ ...double.connection, credentials_payload: payload }, double.target, boundsIn(folder))
    await assert.rejects(
      attempt('{"client_email": "a"}'),
      (error) => error instanceof ServiceError && error.code === 'invalid',
    )
    const told: [token_uri: string, reason: RegExp][] = [
      ['http://tokens.example.com/token', /https:\/\/ as token_uri/],
      ['http://169.254.169.254/token', /no source is read there/],
      ['file:///token', /https:/],
    ]
    for (const [token_uri, reason] of told)
      await assert.rejects(
        attempt(JSON.stringify({ client_email: 'a', private_key: 'b', token_uri })),
        (error) => error instanceof ServiceError && error.code === 'invalid' && reason.test(error.message),
        token_uri,
      )
    const other = new BigqueryDouble(() => one)
    await other.listen()
    const foreign = JSON.parse(other.connection.credentials_payload ?? '{}') as Record<string, unknown>
    await other.close()
    const payload = JSON.stringify({ ...foreign, token_uri: `http://127.0.0.1:${double.port}/token` })
    await assert.rejects(
      attempt(payload),
      (error) => error instanceof ServiceError && error.message.startsWith('Google does not accept the key'),
    )
  })
})
