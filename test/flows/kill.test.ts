import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { launchService, type Service } from '../harness/launch-service.ts'
import { placeForHome } from '../harness/service-process.ts'
import { nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

/** Anomalies, flows that tell of each, and requests between two kills. */
const [anomalies, flows, between] = process.env['ASSAY_FULL'] === '1' ? [500, 20, 700] : [20, 2, 12]

describe('deliveries whose processes are killed', () => {
  let app: FlowApp
  const place = placeForHome('private')
  let service: Service | null = null
  before(async () => void (app = await startFlowApp(0)))
  after(async () => {
    await service?.end()
    await app.close()
    place.remove()
  })

  const launch = (): Service =>
    launchService({
      ASSAY_HOME: place.home,
      ASSAY_ROLE: 'worker',
      DATABASE_URL: String(app.environment.store.pool.options.connectionString),
      ASSAY_SECRET_KEY: 'a secret of the tests, long enough to be one',
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
      ASSAY_MESSAGES_PER_MINUTE: '1000000',
      ASSAY_LEASE_SECONDS: '2',
    })

  test('reach a receiver that refuses, drops and is slow: each once by its key, and none is lost', async () => {
    const source = await nameless(app, anomalies)
    for (let count = 0; count < flows; count++)
      await app.flow({
        name: `Flow ${count}`,
        trigger_type: 'anomaly',
        burst_limit: 1000,
        actions: [app.hook('{{flow_name}} {{target_link}}')],
      })
    /** The messages that were taken, by their keys, and how often each key was seen. */
    const taken = new Map<string, Set<string>>()
    const seen = new Map<string, number>()
    const requests = new EventTarget()
    app.sink.answer = ({ headers, text }, response) => {
      const key = String(headers['idempotency-key'])
      const attempt = (seen.get(key) ?? 0) + 1
      seen.set(key, attempt)
      const way = attempt > 1 ? 4 : seen.size % 5
      const take = () =>
        taken.set(key, (taken.get(key) ?? new Set()).add((JSON.parse(text) as { message: string }).message))
      if (way === 0) response.writeHead(503).end()
      else if (way === 1) response.socket?.destroy()
      else {
        take()
        // Taken, and yet the sender does not hear of it.
        if (way === 2) response.socket?.destroy()
        else if (way === 3) setTimeout(() => response.end(), 100)
        else response.end()
      }
      requests.dispatchEvent(new Event('request'))
    }
    // Otherwise so many rows are told as one anomaly.
    const scan = await app.scan(source, { high_count_rollup_threshold: 2 * anomalies })
    assert.equal(scan.result, 'success')
    for (let kill = 1; kill <= 2; kill++) {
      service = launch()
      await service.ready
      while (app.sink.received.length < kill * between) await once(requests, 'request')
      await service.end('SIGKILL')
    }
    service = launch()
    await service.ready
    await app.quiet()
    assert.equal(taken.size, anomalies * flows)
    const messages = [...taken.values()].flatMap((texts) => [...texts])
    assert.equal(
      new Set(messages).size,
      anomalies * flows,
      'no message has two keys, and no key two messages',
    )
    assert.equal(messages.length, anomalies * flows)
    const { rows } = await app.environment.store.pool.query(
      'select result, count(*)::int as count from flow_executions group by result',
    )
    assert.deepEqual(rows, [{ result: 'success', count: anomalies * flows }])
  })
})
