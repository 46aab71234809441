import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { SparkClient } from '../../src/connectors/spark/client.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { newsOf, startSparkServer, type SparkServer } from '../harness/spark-server.ts'

const jars = process.env['ASSAY_TEST_SPARK_JARS']
const absence = jars
  ? false
  : 'ASSAY_TEST_SPARK_JARS is no folder with the jars of Spark Connect; `npm run engines -- spark` fetches them and runs this'

const slow = 'select count(*) from range(0, 100000000000, 1, 2) as one where hash(id) = 3'

/** Minutes of an ordinary server, so that a test need not wait for them. */
const impatient = {
  'spark.connect.execute.manager.detachedTimeout': '5s',
  'spark.connect.execute.manager.maintenanceInterval': '500ms',
  'spark.connect.execute.reattachable.senderMaxStreamDuration': '3s',
}

/** What the server never does would be waited for without end. */
const limit = { timeout: 900_000 }

describe('a server of Spark whose client goes away', { skip: absence }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-spark-'))
  const target = { database: 'spark_catalog', schema: null, root_path: null }
  let server: SparkServer
  before(async () => {
    server = await startSparkServer(jars ?? '', impatient)
  })
  after(async () => {
    await server?.end()
    rmSync(folder, { recursive: true })
  })
  const connection = () => ({
    host: server.host,
    port: server.port,
    username: 'assay',
    parameters: { sslmode: 'disable' },
  })

  test('ends the statement of a process that is killed', limit, async () => {
    const news = newsOf(server)
    const waiter = join(import.meta.dirname, '..', 'harness', 'spark-waiter.ts')
    const child = spawn(process.execPath, [waiter, JSON.stringify(connection()), slow], { stdio: 'inherit' })
    const ended = once(child, 'exit')
    await news.of(/Running task/)
    child.kill('SIGKILL')
    await ended
    await news.of(/Executor killed task/)
  })

  test('ends a statement that is given up before its first job begins', limit, async () => {
    const client = await SparkClient.open(connection(), boundsIn(folder))
    const news = newsOf(server)
    const gone = new AbortController()
    const sent = client.send({ sql: slow, parameters: [] }, null, gone.signal)
    const failed = assert.rejects(sent.batches.next())
    await news.of(/ExecuteHolder .* is created/)
    await sent.end()
    gone.abort()
    await failed
    await client.close()
    assert.doesNotMatch(news.all(), /Running task/, 'the job began before the statement was given up')
    await news.of(/Running task/)
    await news.of(/Executor killed task/)
  })

  test('hands over every row once to a reader that outlasts a call', limit, async () => {
    const session = await connectors.get('spark').open(connection(), target, boundsIn(folder))
    const news = newsOf(server)
    // More than the network holds on the way, so that the server still has some when it ends the call.
    const sql = "select id, repeat(repeat('x', 1000), 200) from range(0, 400, 1, 40)"
    const ids: number[] = []
    for await (const { rows } of session.stream({ sql, parameters: [] })) {
      if (ids.length === 0) await news.of(/Deadline reached/)
      for (const [id] of rows) ids.push(Number(id))
    }
    assert.deepEqual(ids, [...Array(400).keys()])
    await session.close()
  })
})
