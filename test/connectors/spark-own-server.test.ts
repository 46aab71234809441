import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
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
    server = await startSparkServer(jars ?? '', { 'spark.connect.authenticate.token': 'the-token' })
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
