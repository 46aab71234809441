import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import {
  SourceUnreached,
  StatementRefused,
  StatementTooLarge,
  StatementTooLate,
  type ConnectionValues,
  type Session,
  type SessionBounds,
} from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { TrinoDouble } from '../harness/trino-double.ts'

/** What the wire of Trino looks like to the service; the double knows nothing of SQL. */
describe('the client protocol of Trino', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-trino-'))
  const double = new TrinoDouble()
  let session: Session

  const connection = (more: ConnectionValues = {}): ConnectionValues => ({
    host: '127.0.0.1',
    port: double.port,
    username: 'jürgen',
    parameters: { sslmode: 'disable' },
    ...more,
  })
  const opened = (bounds: Partial<SessionBounds> = {}): Promise<Session> =>
    connectors
      .get('trino')
      .open(
        connection(),
        { database: 'Lake', schema: null, root_path: null },
        { ...boundsIn(folder), ...bounds },
      )
  const asked = (sql: string, parameters: string[] = []) => session.query({ sql, parameters })

  before(() => double.listen())
  after(async () => {
    await double.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    double.forget()
    session = await opened()
  })
  afterEach(() => session.close())

  test('hands values over with every digit', async () => {
    double.answers('select digits', {
      columns: [
        'bigint',
        'decimal(20, 1)',
        'double',
        'double',
        'real',
        'timestamp(6)',
        'timestamp(3) with time zone',
      ],
      pages: [
        '[[9007199254740993, "1234567890123456789.5", 1.0E300, "NaN", 0.1, "2024-02-29 12:30:00.123400", "2024-02-29 12:30:00.000 UTC"]]',
        '[[-9223372036854775808, null, null, "-Infinity", null, null, null]]',
      ],
    })
    const { rows } = await asked('select digits')
    assert.deepEqual(
      rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell !== null ? String(cell) : cell))),
      [
        [
          9_007_199_254_740_993n,
          '1234567890123456789.5',
          1e300,
          Number.NaN,
          0.1,
          '2024-02-29 12:30:00.1234',
          '2024-02-29 12:30:00Z',
        ],
        [-9_223_372_036_854_775_808n, null, null, -Infinity, null, null, null],
      ],
    )
  })

  test('fetches each page at the server that was asked, whatever host the address names', async () => {
    double.answers('select pages', { columns: ['bigint'], pages: ['[]', '[[1]]', '[[2], [3]]'] })
    assert.deepEqual((await asked('select pages')).rows, [[1], [2], [3]])
    assert.match(double.address, /^http:\/\/elsewhere\.invalid/)
  })

  test('says who asks, in which zone, and when the server is to end it by itself', async () => {
    await asked('select name', [`it's`, 'b'])
    const { headers, body } = double.requests.at(-1) ?? assert.fail('Nothing was asked.')
    assert.equal(body, `execute immediate 'select name' using 'it''s', 'b'`)
    const said = Object.fromEntries(
      ['source', 'client-tags', 'time-zone', 'client-capabilities', 'catalog', 'schema', 'session'].map(
        (name) => [name, headers[`x-trino-${name}`]],
      ),
    )
    assert.deepEqual(said, {
      source: 'assay',
      'client-tags': 'assay',
      'time-zone': 'UTC',
      'client-capabilities': 'PARAMETRIC_DATETIME',
      catalog: 'lake',
      schema: 'default',
      session: 'query_max_run_time=65s',
    })
    assert.equal(Buffer.from(String(headers['x-trino-user']), 'latin1').toString('utf8'), 'jürgen')
    assert.equal(headers.authorization, undefined)
  })

  test('asks again when the server has no time yet', async () => {
    double.answers('select later', { columns: ['bigint'], pages: ['[[1]]'], busy: 2 })
    assert.deepEqual((await asked('select later')).rows, [[1]])
  })

  test('asks again after the pause that the server asks for', async () => {
    double.answers('select in a second', { columns: ['bigint'], pages: ['[[1]]'], busy: 1, retryAfter: '1' })
    const since = performance.now()
    assert.deepEqual((await asked('select in a second')).rows, [[1]])
    assert.ok(performance.now() - since >= 990)
  })

  const wanted = 'does not wait for a server that asks for a pause once nobody wants the answer'
  test(wanted, { timeout: 30_000 }, async () => {
    const abort = new AbortController()
    const other = await opened({ signal: abort.signal })
    double.answers('select in a minute', { columns: ['bigint'], pages: ['[[1]]'], busy: 9, retryAfter: '60' })
    double.onBusy = () => setImmediate(() => abort.abort())
    await assert.rejects(other.query({ sql: 'select in a minute', parameters: [] }), Aborted)
    await other.close()
  })

  test('says of a server that asks for a longer pause than it is waited for that it is to be tried again', async () => {
    double.answers('select 1', { columns: ['bigint'], pages: ['[[1]]'], busy: 9, retryAfter: '60' })
    await assert.rejects(opened({ first_answer_seconds: 2 }), (error) => {
      assert.ok(error instanceof SourceUnreached, String(error))
      assert.match(error.reason, /it answered with status 503\.$/)
      return error.retryable
    })
    double.answers('select 1', { columns: ['bigint'], pages: ['[[1]]'] })
  })

  test('ends a statement that is aborted', async () => {
    const abort = new AbortController()
    const other = await opened({ signal: abort.signal })
    double.answers('select endless', { columns: ['bigint'], pages: 'endless', onPage: () => abort.abort() })
    await assert.rejects(other.query({ sql: 'select endless', parameters: [] }), Aborted)
    assert.ok(double.ended.length > 0)
    await other.close()
  })

  test('ends a stream that its reader leaves, and goes on', async () => {
    double.answers('select much', { columns: ['bigint'], pages: ['[[1]]', '[[2]]', '[[3]]'] })
    for await (const { rows } of session.stream({ sql: 'select much', parameters: [] })) {
      assert.deepEqual(rows, [[1]])
      break
    }
    // The end of a statement of another test may come later than that test is over.
    const own = new URL(double.address).pathname.replace(/\d+$/, '')
    assert.equal(double.ended.filter((path) => path.startsWith(own)).length, 1)
    assert.deepEqual((await asked('select 1')).rows, [[1]])
  })

  test('tells a refused statement from one that the server could not run', async () => {
    const failing = (errorType: string, errorName: string) => {
      double.answers('select wrong', {
        columns: ['bigint'],
        pages: ['[[1]]'],
        error: { message: 'line 1:8: it\nis wrong.', errorType, errorName },
      })
      return asked('select wrong')
    }
    await assert.rejects(failing('USER_ERROR', 'DIVISION_BY_ZERO'), (error) => {
      assert.ok(error instanceof StatementRefused)
      assert.equal(sourceWords(error), 'line 1:8: it is wrong')
      return true
    })
    await assert.rejects(failing('INSUFFICIENT_RESOURCES', 'EXCEEDED_TIME_LIMIT'), (error) => {
      assert.ok(error instanceof StatementTooLate)
      // Nobody has waited for the time that this service gives a statement.
      assert.match(sourceWords(error), /^A time limit of the source itself ended it after \d+ s\.$/)
      return true
    })
    for (const limit of ['LOCAL_MEMORY', 'GLOBAL_MEMORY', 'CPU', 'SCAN', 'SPILL'])
      await assert.rejects(failing('INSUFFICIENT_RESOURCES', `EXCEEDED_${limit}_LIMIT`), StatementTooLarge)
    for (const [type, name] of [
      ['INSUFFICIENT_RESOURCES', 'CLUSTER_OUT_OF_MEMORY'],
      ['INTERNAL_ERROR', 'NO_NODES_AVAILABLE'],
      ['EXTERNAL', 'HIVE_METASTORE_ERROR'],
      ['USER_ERROR', 'USER_CANCELED'],
      ['USER_ERROR', 'ADMINISTRATIVELY_KILLED'],
    ] as const) {
      await assert.rejects(failing(type, name), (error) => {
        assert.ok(error instanceof RunFailure, name)
        assert.equal(error.retryable, true)
        return true
      })
    }
  })

  test('opens nothing where a server does not let the account in, is not there yet, or is another one', async () => {
    const opening = async (instead: { status: number; headers?: Record<string, string>; body: string }) => {
      // A server that is not there yet is asked five times within three seconds; a busy machine answers within two.
      const bounds = [429, 502, 503].includes(instead.status) ? { first_answer_seconds: 2 } : {}
      double.answers('select 1', {
        columns: ['integer'],
        pages: ['[[1]]'],
        instead: { headers: {}, ...instead },
      })
      const error: unknown = await opened(bounds).catch((thrown: unknown) => thrown)
      double.answers('select 1', { columns: ['integer'], pages: ['[[1]]'] })
      assert.ok(error instanceof ServiceError, String(error))
      return error
    }
    const headers = { 'WWW-Authenticate': 'Basic realm="Trino"' }
    const refused = await opening({ status: 401, headers, body: 'Invalid credentials' })
    assert.match(refused.message, /refused the connection: Invalid credentials\.$/)
    const denied = 'Access Denied: User jürgen cannot impersonate user admin'
    assert.match((await opening({ status: 403, body: denied })).message, /cannot impersonate user admin\.$/)
    // Nobody but an Admin is shown what another server says.
    for (const status of [401, 403, 302, 500]) {
      const other = await opening({ status, body: 'the words of a stranger' })
      assert.ok(other instanceof SourceUnreached, String(status))
      assert.doesNotMatch(other.message, /stranger|status/)
      assert.equal(other.retryable, false)
    }
    for (const status of [429, 502, 503]) assert.equal((await opening({ status, body: '' })).retryable, true)
  })

  test('takes no answer that is not one of Trino', async () => {
    double.answers('select strange', { columns: ['bigint'], pages: ['"a text"'] })
    await assert.rejects(asked('select strange'), RunFailure)
    double.answers('select cut', { columns: ['bigint'], pages: ['[[1]]', 'hang up'] })
    await assert.rejects(asked('select cut'), /The connection to the source was lost/)
  })

  test('sends no statement that does more than read tables', async () => {
    const before = double.requests.length
    for (const sql of [
      'insert into t values (1)',
      'select 1; select 2',
      `select * from table(pg.system.query(query => 'drop table t'))`,
      'with function f() returns bigint return 1 select f()',
      'select * from "system".runtime.nodes',
    ])
      await assert.rejects(asked(sql), StatementRefused, sql)
    assert.equal(double.requests.length, before)
  })

  test('sends no password and no token in clear', async () => {
    const before = double.requests.length
    for (const parameters of [
      { sslmode: 'disable' },
      { sslmode: 'prefer' },
      { sslmode: 'disable', authentication: 'token' },
    ]) {
      await assert.rejects(
        connectors.get('trino').test(connection({ password: 'secret', parameters }), null, boundsIn(folder)),
        (error) => {
          assert.ok(error instanceof ServiceError)
          assert.match(error instanceof SourceUnreached ? error.reason : error.message, /over TLS only/)
          return true
        },
      )
    }
    assert.equal(double.requests.length, before)
  })
})
