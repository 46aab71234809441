import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { SourceUnreached, type SessionBounds } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { SparkClient } from '../../src/connectors/spark/client.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { begunSession, SparkDouble } from '../harness/spark-double.ts'

/** What the service makes of servers of Spark Connect that are not well; the double knows nothing of SQL. */
describe('the protocol of Spark Connect', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-spark-'))
  const double = new SparkDouble()
  before(() => double.listen())
  after(async () => {
    await double.close()
    rmSync(folder, { recursive: true })
  })
  afterEach(() => {
    double.answers = {}
    double.asked.length = 0
  })

  const unreached = async (bounds: Partial<SessionBounds> = {}): Promise<SourceUnreached> => {
    const error: unknown = await connectors
      .get('spark')
      .test(double.connection, null, { ...boundsIn(folder), ...bounds })
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof SourceUnreached, String(error))
    return error
  }

  test('has a server that is not there yet tried again, whoever says so', async () => {
    for (const Config of [{ http: 502 }, { http: 503 }, { http: 429 }, { grpc: 14, words: 'not ready' }]) {
      double.answers = { Config }
      assert.equal((await unreached()).retryable, true, JSON.stringify(Config))
    }
    for (const Config of [{ http: 500 }, { grpc: 13, words: 'broken' }]) {
      double.answers = { Config }
      assert.equal((await unreached()).retryable, false, JSON.stringify(Config))
    }
  })

  test('tells nothing of a server that speaks no gRPC but to an Admin', async () => {
    const said = new Set<string>()
    for (const http of [200, 302, 401, 403, 404]) {
      double.answers = { Config: { http } }
      said.add((await unreached()).message)
    }
    assert.equal(said.size, 1, [...said].join('\n'))
  })

  test(
    'does not wait for a server that falls silent before a session is left',
    { timeout: 30_000 },
    async () => {
      double.answers = { Config: begunSession }
      const client = await SparkClient.open(double.connection, boundsIn(folder))
      await client.close()
      assert.equal(double.asked.at(-1), 'ReleaseSession')
    },
  )

  test('is given up where a server takes the first call and is mute', { timeout: 50_000 }, async () => {
    const { reason } = await unreached({ first_answer_seconds: 0.5 })
    assert.match(reason, /did not answer within 0\.5 seconds\.$/)
  })

  test('keeps no connection that was being made when it was given up', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const met = once(mute, 'connection')
    const { port } = mute.address() as AddressInfo
    const bounds = { ...boundsIn(folder), first_answer_seconds: 0.5 }
    await assert.rejects(SparkClient.open({ ...double.connection, port }, bounds), SourceUnreached)
    const [socket] = await met
    if (!socket.closed) await once(socket, 'close', { signal: AbortSignal.timeout(5000) })
    mute.close()
  })
})
