import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { orderChecks as checks, orderPartitions as partitions, writeOrders } from '../harness/orders.ts'
import { seeded } from '../harness/random.ts'
import { asking, harvest, newSource, untilEnded, type Asking } from '../harness/scan-rounds.ts'
import { placeForPreparedHome, postmasterOf, startService } from '../harness/service-process.ts'

/** Kills, each at another moment of a scan; ASSAY_FULL=1 takes them all. */
const rounds = process.env['ASSAY_FULL'] === '1' ? 20 : 2

const scanOf = (datastore_id: number) => ({
  type: 'scan',
  datastore_id,
  enrichment_source_record_limit: 1000,
})

describe('a service that is killed in the middle of a scan', () => {
  test(`ends the scan after its restart as if nothing had been, at ${rounds} moments`, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    writeOrders(folder)
    after(() => rmSync(folder, { recursive: true, force: true }))
    const expected = await undisturbed(folder)

    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const random = seeded(20_261_121)
    let service = start(home, folder)
    after(() => service.end('SIGKILL'))
    let ask: Asking = asking(await service.ready, home)
    let hits = 0
    for (let round = 0; round < rounds; round++) {
      const datastore = await newSource(ask, `round ${round}`, folder, checks)
      const { id } = await ask('POST', '/operations/run', scanOf(datastore))
      const progress = Math.floor(random() * (partitions + 1))
      const pause = random() * 150
      await untilEnded(ask, id, ({ status }) => status.partitions_scanned >= progress)
      await delay(pause)
      const withDatabase = round % 4 === 3
      if (withDatabase) process.kill(postmasterOf(home), 'SIGKILL')
      await service.end('SIGKILL')

      service = start(home, folder)
      ask = asking(await service.ready, home)
      const { end_time } = await ask('GET', `/operations/${id}`)
      if (end_time === null) hits += 1
      const scan = await untilEnded(ask, id)
      const where = `round ${round}, ${pause.toFixed(0)} ms after partition ${progress}${withDatabase ? ', with its database' : ''}`
      assert.deepEqual(await harvest(ask, scan), expected, where)
    }
    context.diagnostic(`${hits} of ${rounds} kills hit the scan`)
    assert.ok(hits >= rounds / 2, `only ${hits} of ${rounds} kills hit the scan: make it longer`)
    assert.equal((await service.end()).code, 0)
  })
})

function start(home: string, folder: string) {
  return startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder, ASSAY_LEASE_SECONDS: '2' })
}

async function undisturbed(folder: string): Promise<object> {
  const { home, remove } = await placeForPreparedHome()
  const service = start(home, folder)
  try {
    const ask = asking(await service.ready, home)
    const { id } = await ask('POST', '/operations/run', scanOf(await newSource(ask, 'calm', folder, checks)))
    return await harvest(ask, await untilEnded(ask, id))
  } finally {
    await service.end()
    remove()
  }
}
