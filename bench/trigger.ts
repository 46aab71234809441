import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readEvents } from '../test/harness/event-reader.ts'
import { asking } from '../test/harness/scan-rounds.ts'
import { launchService } from '../test/harness/launch-service.ts'
import { placeForHome } from '../test/harness/service-process.ts'
import { barred, timed } from './measure.ts'

const rounds = 100
const parallel = 50
const barMilliseconds = 100
/** The pause between two triggers, so that the service is idle at each. */
const restMilliseconds = 50

/** From the request that starts a run until it is `running`, one at a time; then many at once until all have ended. */
export async function measureTrigger(folder: string): Promise<object> {
  const root = join(folder, 'trigger')
  mkdirSync(root)
  writeFileSync(join(root, 'people.csv'), 'id,name\n1,Ada\n2,Alan\n')
  const { home, remove } = placeForHome('open')
  const service = launchService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder })
  try {
    const url = await service.ready
    const ask = asking(url, home)
    const token = readFileSync(join(home, 'admin-token'), 'utf8').trim()
    const connection = { name: 'trigger', type: 'local' }
    const { id: datastore_id } = await ask('POST', '/datastores', {
      name: 'trigger',
      connection,
      root_path: root,
    })
    const trigger = () => ask('POST', '/operations/run', { type: 'sync', datastore_id })
    /** Followed, not polled: the clients that wait would be what is measured. */
    const ended = async (id: number) => {
      const events = await readEvents(`${url}/api/operations/${id}/events`, token)
      let event = await events.event()
      while (event?.event === 'progress') event = await events.event()
      return event?.data
    }
    const answered: number[] = []
    const running: number[] = []
    for (let round = 0; round < rounds; round++) {
      const sent = Date.now()
      const [milliseconds, { id }] = await timed(trigger)
      answered.push(milliseconds)
      const { start_time, result } = await ended(id)
      assert.equal(result, 'success')
      running.push(Date.parse(start_time) - sent)
      await delay(restMilliseconds)
    }
    const [milliseconds, results] = await timed(() =>
      Promise.all(Array.from({ length: parallel }, async () => (await ended((await trigger()).id)).result)),
    )
    assert.deepEqual(new Set(results), new Set(['success']))
    return {
      rounds,
      answer_ms: { p50: quantile(answered, 0.5), p95: quantile(answered, 0.95) },
      to_running_ms: {
        p50: quantile(running, 0.5),
        p95: barred(quantile(running, 0.95), barMilliseconds),
      },
      parallel: { triggered: parallel, milliseconds },
    }
  } finally {
    await service.end()
    remove()
  }
}

/** The smallest number that this share of them does not exceed. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}
