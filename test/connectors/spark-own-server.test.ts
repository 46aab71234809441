import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { SourceUnreached, type ConnectionValues } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { startSparkServer, type SparkServer } from '../harness/spark-server.ts'
import { tlsFront, type TlsFront } from '../harness/tls-front.ts'

const jars = process.env['ASSAY_TEST_SPARK_JARS']
const absence = jars
  ? false
  : 'ASSAY_TEST_SPARK_JARS is no folder with the jars of Spark Connect; `npm run engines -- spark` fetches them and runs this'

describe('a server of Spark of its own', { skip: absence }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-spark-'))
  const target = { database: 'spark_catalog', schema: null, root_path: null }
  const spark = connectors.get('spark')
  let server: SparkServer
  let front: TlsFront
  before(async () => {
    server = await startSparkServer(jars ?? '', {
      'spark.connect.authenticate.token': 'the-token',
      // Another way to read texts and names, of which sessions take no notice.
      'spark.sql.parser.escapedStringLiterals': 'true',
      'spark.sql.parser.quotedRegexColumnNames': 'true',
      'spark.eventLog.enabled': 'true',
      'spark.eventLog.dir': folder,
      'spark.eventLog.compress': 'false',
      'spark.eventLog.rolling.enabled': 'false',
    })
    front = await tlsFront(folder, server)
  })
  after(async () => {
    await front?.close()
    await server?.end()
    rmSync(folder, { recursive: true })
  })

  const connection = (more: ConnectionValues = {}): ConnectionValues => ({
    host: 'localhost',
    port: front.port,
    username: 'assay',
    password: 'the-token',
    parameters: { sslmode: 'verify-full', sslrootcert: front.certificate },
    ...more,
  })
  const tried = (more: ConnectionValues) => spark.test(connection(more), null, boundsIn(folder))

  test('takes a token over TLS, and each way of looking at the certificate', async () => {
    await tried({})
    await tried({ parameters: { sslmode: 'verify-ca', sslrootcert: front.certificate }, host: '127.0.0.1' })
    await tried({ parameters: { sslmode: 'require' } })
    await tried({ parameters: {} })
  })

  test('reads texts and names as any other server, whatever it is set to', async () => {
    const session = await spark.open(connection(), target, boundsIn(folder))
    const rowsOf = async (sql: string) => (await session.query({ sql, parameters: [] })).rows
    assert.deepEqual(await rowsOf(`select length('\\\\d'), regexp_like('5', '\\\\d')`), [[2, true]])
    assert.deepEqual(await rowsOf('select `i.` from (select 1 as `i.`, 2 as `ij`)'), [[1]])
    await session.close()
  })

  test('lets nobody in with another token or none', async () => {
    for (const password of ['another', null]) {
      await assert.rejects(tried({ password }), (error) => {
        assert.ok(error instanceof ServiceError)
        assert.equal(error.code, 'connection_failed')
        assert.doesNotMatch(error.message, /another/)
        return true
      })
    }
  })

  test('is not spoken to when its certificate is signed by nobody known, or names another host', async () => {
    await assert.rejects(tried({ parameters: { sslmode: 'verify-full' } }), /certificate/i)
    await assert.rejects(tried({ host: '127.0.0.1' }), /127\.0\.0\.1 is not in the cert/)
  })

  test('is sent no token in clear', async () => {
    for (const parameters of [{ sslmode: 'disable' }, { sslmode: 'prefer' }]) {
      await assert.rejects(tried({ port: server.port, parameters }), (error) => {
        assert.ok(error instanceof ServiceError)
        assert.match(error instanceof SourceUnreached ? error.reason : error.message, /over TLS only/)
        return true
      })
    }
  })

  test(
    'has ended a session, with all that it held, once it was closed here',
    { timeout: 900_000 },
    async () => {
      const earlier = sessionsIn(folder, 'Closed').size
      const [first, second] = [
        await spark.open(connection(), target, boundsIn(folder)),
        await spark.open(connection(), target, boundsIn(folder)),
      ]
      await first.close()
      while (sessionsIn(folder, 'Closed').size === earlier) await pause(50)
      assert.equal(
        sessionsIn(folder, 'Started').size - sessionsIn(folder, 'Closed').size,
        1,
        'the other one is open',
      )
      assert.deepEqual((await second.query({ sql: 'select 1', parameters: [] })).rows, [[1]])
      await second.close()
      while (sessionsIn(folder, 'Started').size > sessionsIn(folder, 'Closed').size) await pause(50)
      assert.doesNotMatch(server.log(), /NoClassDefFoundError|Failed to release/)
    },
  )

  test('that is killed in the middle of a statement ends the statement as one that may be tried again', async () => {
    const session = await spark.open(connection(), target, boundsIn(folder))
    const sql = 'select count(*) from range(0, 100000000000, 1, 2) as one where hash(id) = 3'
    const failed = assert.rejects(session.query({ sql, parameters: [] }), (error) => {
      assert.ok(error instanceof RunFailure)
      assert.equal(error.retryable, true)
      return true
    })
    while (!/Running task/.test(server.log())) await pause(50)
    await server.kill()
    await failed
    await assert.rejects(session.query({ sql: 'select 1', parameters: [] }), RunFailure)
    await session.close()
  })
})

/** The sessions of which the server has written that they were started, or that they were closed, which is the last thing that it does with one. */
function sessionsIn(folder: string, what: 'Started' | 'Closed'): Set<string> {
  const logs = readdirSync(folder).filter((name) => name.startsWith('local-'))
  const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const event = `"Event":"org.apache.spark.sql.connect.service.SparkListenerConnectSession${what}"`
  return new Set(
    lines
      .filter((line) => line.includes(event))
      .map((line) => /"sessionId":"([^"]+)"/.exec(line)?.[1] ?? line),
  )
}
