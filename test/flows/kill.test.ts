import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { launchService, type Service } from '../harness/launch-service.ts'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { placeForHome } from '../harness/service-process.ts'
import { nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
/** Anomalies, flows that tell of each, flows that tell of each change of its status, and requests between two kills. */
const [anomalies, finders, watchers, between] = isFull ? [500, 8, 4, 3000] : [10, 1, 1, 12]
/** The statuses that every anomaly gets, one after the other. */
const changes = ['Acknowledged', 'Active', 'Invalid']
const expected = anomalies * (finders + watchers * changes.length)
/**
 * Whether the network goes silent at this request, for all connections there are. Who asked then waits until its patience is over, if it
 * is not killed before: the short form, which has no time for that, is silent only before a kill.
 */
const isSilentAt = (request: number) => (isFull ? request % 1000 === 0 : request === between)

describe('deliveries whose processes are killed', () => {
  let app: FlowApp
  const place = placeForHome('private')
  let service: Service | null = null
  let network: CutProxy
  before(async () => {
    app = await startFlowApp(0)
    network = await cutProxy('127.0.0.1', app.sink.port)
  })
  after(async () => {
    await service?.end()
    await network.close()
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

  const change = async (status: string) => {
    const { body } = await app.ask('GET', `/api/anomalies?size=${anomalies}`)
    const ids = (body.items as { id: number }[]).map(({ id }) => id)
    assert.equal(ids.length, anomalies)
    for (const id of ids)
      if (status === 'Invalid') await app.ask('DELETE', `/api/anomalies/${id}?archive=true&status=Invalid`)
      else await app.ask('PUT', `/api/anomalies/${id}`, { status })
  }

  test('reach a receiver that refuses, drops, is slow and falls silent: each once by its key, none is lost, and in their order', async (t) => {
    const source = await nameless(app, anomalies)
    const parameters = { url: `http://127.0.0.1:${network.port}/hook` }
    const tell = (name: string, trigger_type: string, message: string) =>
      app.flow({ name, trigger_type, burst_limit: 1000, actions: [app.hook(message, { parameters })] })
    for (let count = 0; count < finders; count++)
      await tell(`Finder ${count}`, 'anomaly', '{{flow_name}}, {{target_link}}, found')
    for (let count = 0; count < watchers; count++)
      await tell(`Watcher ${count}`, 'anomaly_status', '{{flow_name}}, {{target_link}}, {{anomaly_status}}')
    const receiver = receive(app, network)
    // Otherwise so many rows are told as one anomaly.
    const scan = await app.scan(source, { high_count_rollup_threshold: 2 * anomalies })
    assert.equal(scan.result, 'success')
    for (const [index, status] of changes.entries()) {
      service = launch()
      await service.ready
      await change(status)
      if (index === changes.length - 1) break
      while (app.sink.received.length < (index + 1) * between) await once(receiver.requests, 'request')
      await service.end('SIGKILL')
    }
    await app.quiet()
    const { taken, ways } = receiver
    t.diagnostic(`${app.sink.received.length} requests for ${taken.size} messages: ${JSON.stringify(ways)}`)
    assert.ok(
      Object.values(ways).every((count) => count > 0),
      JSON.stringify(ways),
    )
    assert.equal(taken.size, expected)
    assert.equal(new Set(taken.values()).size, expected, 'no message has two keys')
    const told = [...taken.values()].map((message) => message.split(', '))
    const orders = Map.groupBy(told, ([flow, anomaly]) => `${flow}, ${anomaly}`)
    assert.equal(orders.size, anomalies * (finders + watchers))
    for (const [about, messages] of orders) {
      const order = about.startsWith('Watcher') ? changes : ['found']
      assert.deepEqual(
        messages.map(([, , what]) => what),
        order,
        about,
      )
    }
    const { rows } = await app.environment.store.pool.query(
      'select result, count(*)::int as count from flow_executions group by result',
    )
    assert.deepEqual(rows, [{ result: 'success', count: expected }])
  })
})

/** Makes the receiver a bad one, whose first answer to a message is one of several kinds. */
function receive(app: FlowApp, network: CutProxy) {
  /** The messages that were taken, by their keys, in the order in which each was taken first. */
  const taken = new Map<string, string>()
  const seen = new Set<string>()
  const requests = new EventTarget()
  const ways = { refused: 0, dropped: 0, taken_and_dropped: 0, slow: 0, silent: 0 }
  app.sink.answer = ({ headers, text }, response) => {
    const key = String(headers['idempotency-key'])
    const { message } = JSON.parse(text) as { message: string }
    const way = seen.has(key) ? 4 : seen.size % 5
    seen.add(key)
    assert.equal(taken.get(key) ?? message, message, 'no key has two messages')
    if (isSilentAt(app.sink.received.length)) {
      ways.silent++
      taken.set(key, message)
      network.breakAll('silence')
    } else if (way === 0) {
      ways.refused++
      response.writeHead(503).end()
    } else if (way === 1) {
      ways.dropped++
      response.socket?.destroy()
    } else {
      taken.set(key, message)
      // Taken, and yet the sender does not hear of it.
      if (way === 2) {
        ways.taken_and_dropped++
        response.socket?.destroy()
      } else if (way === 3) {
        ways.slow++
        setTimeout(() => response.end(), 100)
      } else response.end()
    }
    requests.dispatchEvent(new Event('request'))
  }
  return { taken, ways, requests }
}
