import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  SourceUnreached,
  StatementRefused,
  StatementTooLate,
  type ConnectionValues,
} from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { AthenaDouble, athenaKeys, type AthenaAnswer, type AthenaTable } from '../harness/athena-double.ts'
import { externalId, role, startAwsStandIn, userKeys } from '../harness/aws-stand-in.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { sessionsOfTests, refusal } from '../harness/sessions-of-tests.ts'

const one: AthenaAnswer = { columns: [{ Name: 'n', Type: 'integer' }], rows: [['1']] }

/** What the session makes of the JSON interface; the double knows nothing of SQL, and Athena itself was not met. */
describe('the session of Amazon Athena, with a double of its interface', () => {
  const answers = new Map<string, AthenaAnswer | 'endless'>()
  const tables: AthenaTable[] = []
  /** Until then the service does not answer to one statement that it is given. */
  const held = Promise.withResolvers<void>()
  const double = new AthenaDouble({
    async syntaxFault(sql) {
      if (sql === 'select held') await held.promise
      return /\bx x\b/.test(sql) ? "line 1:10: mismatched input 'x'. Expecting: ','" : null
    },
    run({ sql, values, signal }) {
      const answer = answers.get(sql)
      if (answer === 'endless')
        return new Promise((end) => signal.addEventListener('abort', () => end(one), { once: true }))
      if (answer) return Promise.resolve(answer)
      const echoed: AthenaAnswer = {
        columns: [{ Name: '_col0', Type: 'varchar' }],
        rows: [[values.join(' ')]],
      }
      return Promise.resolve(sql.includes('?') ? echoed : one)
    },
    tables: () => Promise.resolve(tables),
  })
  const sessions = sessionsOfTests('athena', double, {
    forget() {
      answers.clear()
      tables.splice(0)
    },
    begin: () => double.log.splice(0),
  })
  const { folder, open, asked } = sessions
  const withParameters = (parameters: Record<string, unknown>): ConnectionValues => ({
    ...double.connection,
    parameters: { ...double.connection.parameters, ...parameters },
  })
  const sent = (action: string) => double.log.filter((said) => said.action === action)

  test('hands values over with every digit, by the types of the answer', async () => {
    answers.set('select digits', {
      columns: [
        { Name: 'big', Type: 'bigint' },
        { Name: 'exact', Type: 'decimal', Precision: 38, Scale: 9 },
        { Name: 'whole', Type: 'decimal', Precision: 38, Scale: 0 },
        { Name: 'share', Type: 'double' },
        { Name: 'narrow', Type: 'float' },
        { Name: 'truth', Type: 'boolean' },
        { Name: 'day', Type: 'date' },
        { Name: 'local', Type: 'timestamp' },
        { Name: 'at', Type: 'timestamp with time zone' },
        { Name: 'words', Type: 'varchar' },
        { Name: 'tags', Type: 'array' },
      ],
      rows: [
        [
          '9007199254740993',
          '12345678901234567890.123456789',
          '99999999999999999999999999999999999999',
          'NaN',
          '0.1',
          'true',
          '2024-02-29',
          '2024-02-29 23:59:59.120',
          '1969-12-31 23:59:58.999999 UTC',
          '',
          '[a, b]',
        ],
        [null, null, null, '-Infinity', '1.0E10', 'false', null, '2024-02-29 00:00:00.000', null, null, null],
      ],
    })
    const { rows, columns } = await asked('select digits')
    assert.deepEqual(
      columns.map(({ type }) => type),
      [
        'Integral',
        'Fractional',
        'Integral',
        'Fractional',
        'Fractional',
        'Boolean',
        'Date',
        'Timestamp',
        'Timestamp',
        'String',
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
          'NaN',
          '0.1',
          'true',
          '2024-02-29',
          '2024-02-29 23:59:59.12',
          '1969-12-31 23:59:58.999999Z',
          '',
          '[a, b]',
        ],
        [
          null,
          null,
          null,
          '-Infinity',
          '10000000000',
          'false',
          null,
          '2024-02-29 00:00:00',
          null,
          null,
          null,
        ],
      ],
    )
    assert.deepEqual(
      rows.map((row) => row[5]),
      [true, false],
    )
  })

  test('the names of the columns are no row, and without them no row is believed', async () => {
    answers.set('select names', { columns: [{ Name: 'n', Type: 'varchar' }], rows: [['n'], ['m']] })
    assert.deepEqual((await asked('select names')).rows, [['n'], ['m']])
    answers.set('select none', { columns: [{ Name: 'n', Type: 'varchar' }], rows: [] })
    assert.deepEqual((await asked('select none')).rows, [])
    double.begins_with_names = false
    const error = await refusal(asked('select one')).finally(() => (double.begins_with_names = true))
    assert.ok(error instanceof RunFailure && !error.retryable)
    assert.match(error.message, /does not begin with the names of its columns/)
  })

  test('hands rows over page by page', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => [String(index)])
    answers.set('select numbers', { columns: [{ Name: 'n', Type: 'integer' }], rows })
    const batches = await Array.fromAsync(sessions.session.stream({ sql: 'select numbers', parameters: [] }))
    assert.deepEqual(
      batches.map((batch) => batch.rows.length),
      [999, 1000, 501],
    )
    assert.deepEqual(
      batches.flatMap((batch) => batch.rows.map(([n]) => n)),
      rows.map(([n]) => Number(n)),
    )
  })

  test('sends values beside the statement as texts of the engine, long ones in pieces', async () => {
    assert.deepEqual((await asked('select ?, \'?\', "?" /* ? */', ["it's 1 + 1", ''])).rows, [
      ["'it''s 1 + 1' ''"],
    ])
    const long = `${"'".repeat(1500)}${'ä'.repeat(900)}${'😀'.repeat(300)}`
    await asked("select ?, '?', ?, ?", ['a', long, 'b'])
    const { QueryString, ExecutionParameters } = sent('StartQueryExecution').at(-1)?.members ?? {}
    const pieces = (ExecutionParameters as string[]).map((text) => text.slice(1, -1).replaceAll("''", "'"))
    assert.ok(pieces.length > 5)
    assert.equal(
      QueryString,
      `select ?, '?', (${pieces
        .slice(1, -1)
        .map(() => '?')
        .join(' || ')}), ?`,
    )
    assert.equal(pieces.slice(1, -1).join(''), long)
    assert.deepEqual([pieces[0], pieces.at(-1)], ['a', 'b'])
  })

  test('a statement runs in the workgroup, at the place of the datastore, and takes no earlier rows', async () => {
    await asked('select one')
    const { QueryString, ClientRequestToken, ...members } = sent('StartQueryExecution')[0]?.members ?? {}
    assert.equal(QueryString, 'select one')
    assert.match(String(ClientRequestToken), /^assay-[\w-]{36}$/)
    assert.deepEqual(members, {
      WorkGroup: 'checks',
      QueryExecutionContext: { Catalog: 'lake', Database: 'shop' },
      ResultConfiguration: { OutputLocation: 's3://results/assay/' },
      ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
    })
  })

  test('asks again when the service is busy', async () => {
    double.busy = 2
    assert.deepEqual((await asked('select one')).rows, [[1]])
  })

  test('a statement whose answer was cut off is begun once, and found again', async () => {
    double.cuts = 2
    const before = double.begun
    assert.deepEqual((await asked('select one')).rows, [[1]])
    const begun = sent('StartQueryExecution')
    assert.equal(begun.length, 3)
    assert.equal(new Set(begun.map(({ members }) => members['ClientRequestToken'])).size, 1)
    assert.equal(double.begun, before + 1)
  })

  test('nothing that would reach out of the tables is sent', async () => {
    for (const sql of [
      'select * from table(sequence(1, 3))',
      "using external function f(a varchar) returns varchar lambda 'f' select f('a')",
      "unload (select 1) to 's3://elsewhere/' with (format = 'json')",
      'create table kept as select 1 as a',
      'select 1; drop table t',
      'select * from information_schema.tables',
      'insert into t values (1)',
      'explain analyze select 1',
    ])
      await assert.rejects(asked(sql), StatementRefused, sql)
    assert.deepEqual(sent('StartQueryExecution'), [])
  })

  test('a refused statement has its reason, and the session goes on', async () => {
    const unread = await refusal(asked('select x x x'))
    assert.ok(unread instanceof StatementRefused)
    assert.equal(sourceWords(unread), "syntax error at line 1:10: mismatched input 'x'. Expecting: ','")
    answers.set('select 1 / 0', { error: 'DIVISION_BY_ZERO: / by zero', category: 2 })
    const failed = await refusal(asked('select 1 / 0'))
    assert.ok(failed instanceof StatementRefused)
    assert.equal(sourceWords(failed), 'DIVISION_BY_ZERO: / by zero')
    const huge = await refusal(asked(`select '${'x'.repeat(263_000)}'`))
    assert.ok(huge instanceof StatementRefused)
    assert.deepEqual((await asked('select one')).rows, [[1]])
  })

  test('what the service itself failed at is tried again, and is no fault of the statement', async () => {
    answers.set('select hard', { error: 'Internal error', category: 1 })
    const error = await refusal(asked('select hard'))
    assert.ok(error instanceof RunFailure && error.retryable)
    assert.match(error.message, /Internal error/)
  })

  test('aborting stops the statement, and waits until it is seen to have stopped', async () => {
    const gone = new AbortController()
    const other = await open({ signal: gone.signal })
    answers.set('select sleep', 'endless')
    const running = refusal(other.query({ sql: 'select sleep', parameters: [] }))
    while (sent('GetQueryExecution').length === 0) await new Promise((done) => setTimeout(done, 5))
    assert.equal(double.running, 1)
    gone.abort()
    assert.ok((await running) instanceof Aborted)
    assert.equal(double.running, 0)
    const actions = double.log.map(({ action }) => action)
    assert.ok(actions.lastIndexOf('GetQueryExecution') > actions.indexOf('StopQueryExecution'))
    await other.close()
  })

  test('a statement that is aborted before the service has taken it is stopped when it has', async () => {
    const gone = new AbortController()
    const other = await open({ signal: gone.signal })
    answers.set('select held', 'endless')
    const running = refusal(other.query({ sql: 'select held', parameters: [] }))
    while (sent('StartQueryExecution').length === 0) await new Promise((done) => setTimeout(done, 5))
    gone.abort()
    held.resolve()
    assert.ok((await running) instanceof Aborted)
    assert.equal(sent('StopQueryExecution').length > 0, true)
    assert.equal(double.running, 0)
    await other.close()
  })

  test('a statement that takes too long is stopped, and the session goes on', async () => {
    const other = await open({ statement_timeout_seconds: 0.3 })
    answers.set('select sleep', 'endless')
    await assert.rejects(other.query({ sql: 'select sleep', parameters: [] }), StatementTooLate)
    assert.equal(double.running, 0)
    assert.deepEqual((await other.query({ sql: 'select one', parameters: [] })).rows, [[1]])
    await other.close()
  })

  test('lists tables by the data catalogue, and asks the engine where that leaves out what counts', async () => {
    const columns = [
      { Name: 'id', Type: 'int' },
      { Name: 'name', Type: 'string' },
      { Name: 'share', Type: 'float' },
      { Name: 'paid', Type: 'decimal(10,2)' },
      { Name: 'tags', Type: 'array<string>' },
    ]
    tables.push(
      {
        Name: 'orders',
        TableType: 'EXTERNAL_TABLE',
        Columns: columns,
        PartitionKeys: [{ Name: 'day', Type: 'date' }],
      },
      { Name: 'shown', TableType: 'VIRTUAL_VIEW', Columns: [{ Name: 'at', Type: 'timestamp' }] },
      {
        Name: 'seen',
        TableType: 'EXTERNAL_TABLE',
        Columns: [{ Name: 'at', Type: 'timestamp' }],
        Parameters: { table_type: 'ICEBERG' },
      },
      { Name: 'broken', TableType: 'VIRTUAL_VIEW', Columns: [{ Name: 'at', Type: 'timestamp' }] },
      {
        Name: 'parted',
        TableType: 'EXTERNAL_TABLE',
        Columns: columns,
        PartitionKeys: [{ Name: 'tenant', Type: 'string' }],
        Parameters: { 'projection.enabled': 'true', 'projection.tenant.type': 'injected' },
      },
      ...Array.from({ length: 60 }, (_, index) => ({
        Name: `more_${index}`,
        TableType: 'EXTERNAL_TABLE',
        Columns: [{ Name: 'at', Type: 'timestamp' }],
      })),
    )
    const describing = (name: string) =>
      `select * from (select * from "lake"."shop"."${name}"\n) as columns_of limit 0`
    const zoned: AthenaAnswer = { columns: [{ Name: 'at', Type: 'timestamp with time zone' }], rows: [] }
    answers.set(describing('shown'), zoned)
    answers.set(describing('seen'), zoned)
    answers.set(describing('broken'), { error: 'INVALID_VIEW: it is stale', category: 2 })
    const found = await Array.fromAsync(sessions.session.discover())
    assert.deepEqual(
      found.slice(0, 5).map(({ name, table_type, unloadable }) => [name, table_type, unloadable]),
      [
        ['orders', 'table', null],
        ['shown', 'view', null],
        ['seen', 'table', null],
        ['broken', 'view', 'INVALID_VIEW: it is stale'],
        [
          'parted',
          'table',
          '"parted" is only read with a filter on its partition "tenant", whose values it takes from the statement; read it through a view that names them.',
        ],
      ],
    )
    assert.equal(found.length, 65)
    assert.deepEqual(
      found[0]?.fields.map(({ name, type, native_type }) => [name, type, native_type]),
      [
        ['id', 'Integral', 'integer'],
        ['name', 'String', 'varchar'],
        ['share', 'Fractional', 'real'],
        ['paid', 'Fractional', 'decimal(10,2)'],
        ['tags', 'Unknown', 'array<string>'],
        ['day', 'Date', 'date'],
      ],
    )
    assert.equal(sent('StartQueryExecution').length, 3)
    assert.deepEqual((await sessions.session.describe(tableNamed('seen'))).fields, found[2]?.fields)
    const relation = sessions.session.relation(tableNamed('seen'), found[2]?.fields ?? [], 'all')
    assert.equal(
      relation.kind === 'store' && relation.sql,
      `(select at_timezone("at", 'UTC') as "at" from "lake"."shop"."seen") as rows_of`,
    )
    const gone = await refusal(sessions.session.describe(tableNamed('gone')))
    assert.match(gone.message, /The table "gone" is not found in the source any more/)
  })

  test('the data catalogues and their databases can be chosen from', async () => {
    const { places } = connectors.get('athena')
    assert.deepEqual(await places?.databases(double.connection, boundsIn(folder)), ['lake'])
    assert.deepEqual(await places?.schemas?.(double.connection, 'lake', boundsIn(folder)), ['other', 'shop'])
  })

  test('a workgroup in which nothing can run is told when the connection is made', async () => {
    const { workgroup } = double
    const attempt = async (changed: object, connection: ConnectionValues = double.connection) => {
      double.workgroup = { ...workgroup, ...changed }
      return refusal(open({}, connection)).finally(() => (double.workgroup = workgroup))
    }
    const engine = { EngineVersion: { EffectiveEngineVersion: 'Athena engine version 2' } }
    const pyspark = { EngineVersion: { EffectiveEngineVersion: 'PySpark engine version 3' } }
    assert.match((await attempt({ State: 'DISABLED' })).message, /"checks" is disabled/)
    assert.match((await attempt({ Configuration: engine })).message, /Athena engine version 2/)
    assert.match((await attempt({ Configuration: pyspark })).message, /PySpark engine version 3/)
    const nowhere = withParameters({ output_location: undefined })
    assert.match((await attempt({}, nowhere)).message, /no place for the results/)
    const managed = {
      ...Object(workgroup['Configuration']),
      ManagedQueryResultsConfiguration: { Enabled: true },
    }
    double.workgroup = { ...workgroup, Configuration: managed }
    await (await open({}, nowhere).finally(() => (double.workgroup = workgroup))).close()
    const other = await refusal(open({}, withParameters({ workgroup: 'elsewhere' })))
    assert.match(other.message, /WorkGroup is not found/)
  })

  test('keys that are not let in, an absent database and a silent server are told without a secret', async () => {
    const wrong = await refusal(open({}, { ...double.connection, secret_key: 'another' }))
    assert.ok(wrong instanceof ServiceError && wrong.code === 'connection_failed')
    assert.match(wrong.message, /AWS does not accept the keys; correct access_key, secret_key/)
    assert.doesNotMatch(wrong.message, /another/)
    const none = await refusal(open({}, { access_key: null, secret_key: null }))
    assert.match(none.message, /An Amazon Athena connection needs access_key and secret_key/)
    const absent = await refusal(
      connectors
        .get('athena')
        .open(double.connection, { ...double.target, schema: 'gone' }, boundsIn(folder)),
    )
    assert.ok(absent instanceof ServiceError && absent.code === 'connection_failed')
    assert.match(absent.message, /Database gone not found/)
    const silent = await refusal(open({}, withParameters({ endpoint: 'http://127.0.0.1:1' })))
    assert.ok(silent instanceof SourceUnreached)
    const metadata = await refusal(open({}, withParameters({ endpoint: 'http://169.254.169.254' })))
    assert.ok(metadata instanceof ServiceError && metadata.code === 'invalid')
  })

  test('what the policy of the keys forbids is named by its action, and the account is not', async () => {
    double.denied = 'StartQueryExecution'
    const error = await refusal(asked('select one')).finally(() => (double.denied = null))
    assert.ok(error instanceof RunFailure)
    assert.match(error.message, /AWS does not let these credentials do athena:StartQueryExecution/)
    assert.doesNotMatch(error.message, /123456789012/)
  })

  test('signs with the keys of a role, and with those of the machine only where that is allowed', async () => {
    const standIn = await startAwsStandIn()
    try {
      const { access_key, secret_key } = userKeys
      const parameters = { role_arn: role, external_id: externalId, sts_endpoint: standIn.sink.url }
      double.known = standIn.issued
      const by = { ...withParameters(parameters), access_key, secret_key, session_token: null }
      await (await open({}, by)).close()
      assert.equal(standIn.issued.length, 1)
      const denied = await refusal(
        open({}, { ...by, parameters: { ...by.parameters, external_id: 'wrong' } }),
      )
      assert.ok(denied instanceof ServiceError && !(denied instanceof SourceUnreached))
      assert.match(denied.message, /does not let these credentials take the role/)
      const machine = await refusal(open({}, withParameters({ credentials: 'instance' })))
      assert.match(machine.message, /ASSAY_MACHINE_CREDENTIALS/)
    } finally {
      double.known = [athenaKeys]
      await standIn.sink.close()
    }
  })
})
