import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Int32, vectorFromArray } from 'apache-arrow'
import {
  SourceUnreached,
  StatementRefused,
  StatementTooLarge,
  StatementTooLate,
  type ConnectionValues,
} from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { ResultLinks } from '../../src/connectors/databricks/result-links.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { arrowChunk } from '../harness/arrow-rows.ts'
import { principal } from '../harness/databricks-double.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { failed, GivenDatabricks, oneRow } from '../harness/given-databricks.ts'
import { answering, startHttpSink } from '../harness/http-sink.ts'
import { sessionsOfTests, refusal } from '../harness/sessions-of-tests.ts'

const words = (error: Error): string =>
  error instanceof StatementRefused ? sourceWords(error) : error.message

/** What the session makes of the Statement Execution API; the double knows nothing of SQL, and Databricks itself was not met. */
describe('the session of Databricks, with a double of its interface', () => {
  const given = new GivenDatabricks()
  const { double, answers } = given
  const sessions = sessionsOfTests('databricks', double, { forget() {}, begin: () => given.forget() })

  const { asked, open, folder } = sessions
  const withParameters = (parameters: Record<string, unknown>): ConnectionValues => ({
    ...double.connection,
    parameters: { ...double.connection.parameters, ...parameters },
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
    const batches = sessions.session.stream({ sql: 'select numbers', parameters: [] })[Symbol.asyncIterator]()
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

  test('a result that was cut refuses its statement, as another try would end the same way', async () => {
    const more = { truncated: true }
    answers.set('select cut', { columns: [{ name: 'n', type_text: 'INT' }], chunks: oneRow.chunks, more })
    const error = await refusal(asked('select cut'))
    assert.ok(error instanceof StatementTooLarge)
    assert.match(words(error), /larger than the source hands over/)
  })

  test('a result of which rows are missing is no result', async () => {
    for (const more of [{ total_row_count: 2 }, { total_chunk_count: 0 }]) {
      answers.set('select cut', { columns: [{ name: 'n', type_text: 'INT' }], chunks: oneRow.chunks, more })
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
      'http://rows.s3.eu-central-1.amazonaws.com',
      'https://s3.amazonaws.com.example.com',
      'https://files3.amazonaws.com',
      'https://core.windows.net',
      'https://rows.blob.core.windows.net.example.com',
      'https://elsestorage.googleapis.com',
    ]) {
      double.storage = storage
      const error = await refusal(asked('select one')).finally(() => (double.storage = null))
      assert.match(error.message, /no storage of Amazon, Microsoft or Google/, storage)
    }
  })

  test('links lead to each of these storages, over TLS', async () => {
    const links = new ResultLinks('dbc-1.cloud.databricks.com')
    for (const host of [
      'rows.s3.eu-central-1.amazonaws.com',
      's3.dualstack.us-east-1.amazonaws.com',
      'rows.s3.cn-north-1.amazonaws.com.cn',
      'rows.blob.core.windows.net',
      'rows.dfs.core.windows.net',
      'rows.z1.blob.storage.azure.net',
      'storage.googleapis.com',
      'rows.storage.googleapis.com',
    ]) {
      // Nothing is sent: what would be read is not wanted any more.
      const error = await refusal(links.read(`https://${host}/rows?X-Signature=a`, AbortSignal.abort()))
      assert.equal(error.name, 'AbortError', host)
    }
    const error = await refusal(links.read('http://127.0.0.1/rows', AbortSignal.abort()))
    assert.match(error.message, /no storage of Amazon/, 'only a workspace of this machine leads to it')
    links.close()
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
    const reading = { sql: 'select * from parquet.`s3://elsewhere/rows`', parameters: [] }
    await assert.rejects(Array.fromAsync(sessions.session.stream(reading)), StatementRefused)
    await assert.rejects(sessions.session.fieldsOf(reading), StatementRefused)
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
    while (!given.ran.includes('select sleep')) await new Promise((done) => setTimeout(done, 5))
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

  test('catalogs and schemas can be chosen from, without those of the service', async () => {
    const { places } = connectors.get('databricks')
    const bounds = boundsIn(folder)
    assert.deepEqual(await places?.databases(double.connection, bounds), [
      'information_schema',
      'lake',
      'shop',
    ])
    assert.deepEqual(await places?.schemas?.(double.connection, 'lake', bounds), ['lake', 'shop', 'system'])
    assert.deepEqual(given.ran, ['show catalogs', 'show schemas in `lake`'])
  })

  test('a warehouse that computes otherwise is told when the connection is made', async (t) => {
    const other = given.another()
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

  test('a wrong token, a warehouse or schema that is absent and a server that is silent or another are told without a secret', async () => {
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
    const other = await startHttpSink()
    other.answer = answering(404, '<html>')
    // With a token of its own: an earlier server may have had the same port, and what was found out about it is kept.
    const elsewhere = { ...double.connection, port: other.port, password: 'known to nobody else' }
    const stranger = await refusal(open({}, elsewhere)).finally(other.close)
    assert.ok(
      stranger instanceof SourceUnreached,
      `whatever else listens there is not told of: ${stranger.message}`,
    )
  })
})
