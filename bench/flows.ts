import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase } from '../test/harness/database.ts'
import { startHttpSink, type HttpSink } from '../test/harness/http-sink.ts'
import { launchService } from '../test/harness/launch-service.ts'
import { asking, newSource, untilEnded, type Asking, type Body } from '../test/harness/scan-rounds.ts'
import { placeForHome } from '../test/harness/service-process.ts'
import { barred, Laps, median } from './measure.ts'
import { familyProcessorTime } from './processes.ts'
import { environmentOf } from './service.ts'

const flows = 1000
const containers = 40
const rounds = 12
const changes = 200

/** How soon a change arrives when nothing else is to do, and what a thousand flows that it does not concern cost a scan. */
export async function measureFlows(folder: string): Promise<object> {
  const database = await freshDatabase()
  const sink = await startHttpSink()
  const { home, remove } = placeForHome('open')
  const service = launchService({
    ...environmentOf(home, folder),
    DATABASE_URL: database.url,
    ASSAY_ALLOWED_TARGETS: '127.0.0.1',
    ASSAY_MESSAGES_PER_MINUTE: '1000000',
  })
  try {
    const ask = asking(await service.ready, home)
    const datastore = await newSource(ask, 'watched', writeFiles(folder), checks())
    await scan(ask, datastore)
    const delivery = await deliveries(ask, sink, datastore)
    await makeFlows(ask, sink, await newSource(ask, 'another', join(folder, 'watched'), {}))
    const turn = (isOff: boolean) => database.store.pool.query('update flows set deactivated = $1', [isOff])
    const processorTime = () => familyProcessorTime(service.child.pid ?? 0)
    const [without, beside] = [new Laps(processorTime), new Laps(processorTime)]
    for (let round = 0; round < rounds; round++) {
      // In turns, so that what else the machine does falls on both.
      for (const isOff of round % 2 === 0 ? [true, false] : [false, true]) {
        await turn(isOff)
        await (isOff ? without : beside).time(() => scan(ask, datastore))
        await quiet(database.store.pool)
      }
    }
    const ratios = (of: 'ms' | 'processor_ms') =>
      beside[of].map((one, round) => one / (without[of][round] ?? one))
    return {
      delivery,
      flows,
      containers,
      without: without.summary(),
      beside: beside.summary(),
      ratio: Number(median(ratios('ms')).toFixed(3)),
      processor_ratio: barred(Number(median(ratios('processor_ms')).toFixed(3)), 1.05),
    }
  } finally {
    await service.end()
    await sink.close()
    await database.close()
    remove()
  }
}

/** By letters: files whose names differ in numbers would be one container. */
const fileName = (number: number): string =>
  `people-${String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26))}.csv`

/** Small files, so that what follows a container weighs as much as it can. */
function writeFiles(folder: string): string {
  const place = join(folder, 'watched')
  mkdirSync(place, { recursive: true })
  const rows = Array.from({ length: 2000 }, (_, id) => `${id},${id % 1000 === 0 ? '' : `name ${id}`}`)
  for (let number = 0; number < containers; number++)
    writeFileSync(join(place, fileName(number)), `id,name\n${rows.join('\n')}\n`)
  return place
}

const checks = () =>
  Object.fromEntries(
    Array.from({ length: containers }, (_, number) => [
      fileName(number),
      [{ rule: 'notNull', fields: ['name'], description: 'everybody has a name' }],
    ]),
  )

async function scan(ask: Asking, datastore_id: number): Promise<void> {
  const { id } = await ask('POST', '/operations/run', { type: 'scan', datastore_id, force: true })
  const { result, message } = await untilEnded(ask, id)
  if (result !== 'success') throw new Error(`A scan ended with ${result}: ${message}`)
}

/** Milliseconds from the request that changes a status until the message is there. */
async function deliveries(ask: Asking, sink: HttpSink, datastore: number): Promise<object> {
  const flow = await ask('POST', '/flows', {
    name: 'Tell',
    trigger_type: 'anomaly_status',
    actions: [hook(sink, '{{ anomaly_status }}')],
  })
  const { items } = await ask('GET', `/anomalies?datastore=${datastore}&size=1`)
  const [anomaly]: Body[] = items
  const times: number[] = []
  for (let change = 0; change < changes; change++) {
    const arrival = Promise.withResolvers<void>()
    sink.answer = (_request, response) => {
      response.end()
      arrival.resolve()
    }
    const began = performance.now()
    await ask('PUT', `/anomalies/${anomaly.id}`, { status: change % 2 === 0 ? 'Acknowledged' : 'Active' })
    await arrival.promise
    times.push(performance.now() - began)
  }
  await ask('DELETE', `/flows/${flow.id}`)
  times.sort((one, other) => one - other)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
  return { changes, median_ms: Math.round(median(times)), p95_ms: barred(Math.round(p95), 1000) }
}

/** Half of them are about anomalies and half about containers, all of another datastore. */
async function makeFlows(ask: Asking, sink: HttpSink, datastore: number): Promise<void> {
  for (let number = 0; number < flows; number++)
    await ask('POST', '/flows', {
      name: `Flow ${number}`,
      trigger_type: number % 2 === 0 ? 'anomaly' : 'partition_scan',
      filter_datastores: [datastore],
      actions: [hook(sink, '{{ anomaly_message }}')],
    })
}

const hook = (sink: HttpSink, tokenized_message: string) => ({
  type: 'notification',
  notification_type: 'Webhook',
  tokenized_message,
  parameters: { url: `${sink.url}/hook` },
})

/** What a scan leaves for later must not fall on the next one. */
async function quiet(pool: { query(text: string): Promise<{ rows: { left: string }[] }> }): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('select count(*) as left from flow_events')
    if (Number(rows[0]?.left) === 0) return
    await new Promise((done) => void setTimeout(done, 50))
  }
}
