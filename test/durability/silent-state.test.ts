import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cutProxy } from '../harness/cut-proxy.ts'
import { startLoggedServer } from '../harness/logged-server.ts'
import { orderChecks, orderPartitions, writeOrders } from '../harness/orders.ts'
import { seeded } from '../harness/random.ts'
import { harvest, newSource, untilEnded } from '../harness/scan-rounds.ts'
import { startGroup } from '../harness/service-group.ts'

const rounds = process.env['ASSAY_FULL'] === '1' ? 12 : 2

test(
  `a scan by the only worker, whose connections to the state fall silent at ${rounds} moments, ends by itself and finds what an undisturbed one finds`,
  { timeout: 900_000 },
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    writeOrders(folder)
    const server = await startLoggedServer({ log_statement: 'none' })
    const through = new URL(server.url)
    const network = await cutProxy(through.hostname, Number(through.port))
    through.port = String(network.port)
    const settings = {
      DATABASE_URL: server.url,
      ASSAY_ALLOWED_PATHS: folder,
      ASSAY_LEASE_SECONDS: '2',
      ASSAY_STATE_SILENCE_SECONDS: '2',
      ASSAY_LOG_LEVEL: 'silent',
      ASSAY_WORKER_CONCURRENCY: '1',
    }
    const group = await startGroup(['api,scheduler', 'worker'], settings, null, {
      1: { DATABASE_URL: through.href },
    })
    after(async () => {
      await group.stop()
      await network.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const { ask } = group
    const started = async (name: string): Promise<number> => {
      const source = await newSource(ask, name, folder, orderChecks)
      const payload = { type: 'scan', datastore_id: source, enrichment_source_record_limit: 1000 }
      return (await ask('POST', '/operations/run', payload)).id
    }
    const calm = await untilEnded(ask, await started('calm'))
    assert.equal(calm.result, 'success', calm.message)
    const expected = await harvest(ask, calm)
    const random = seeded(20_261_126)
    let hits = 0
    for (let round = 0; round < rounds; round += 1) {
      const id = await started(`round ${round}`)
      const progress = Math.floor(random() * orderPartitions)
      await untilEnded(ask, id, ({ status }) => status.partitions_scanned >= progress)
      const before = await ask('GET', `/operations/${id}`)
      network.breakAll('silence')
      hits += before.end_time === null ? 1 : 0
      assert.deepEqual(await harvest(ask, await untilEnded(ask, id)), expected, `round ${round}`)
    }
    context.diagnostic(`${hits} of ${rounds} silences hit the scan`)
    assert.ok(hits >= rounds / 2, `only ${hits} of ${rounds} silences hit the scan: make it longer`)
  },
)
