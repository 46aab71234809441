import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { withDistantWorker } from '../harness/distant-worker.ts'
import { seeded } from '../harness/random.ts'
import { harvest, untilEnded } from '../harness/scan-rounds.ts'

const rounds = process.env['ASSAY_FULL'] === '1' ? 12 : 2

test(
  `a scan by the only worker, whose connections to the state fall silent at ${rounds} moments, ends by itself and finds what an undisturbed one finds`,
  { timeout: 900_000 },
  async (context) => {
    const { ask, network, undisturbed, scanning, stop } = await withDistantWorker(['api,scheduler', 'worker'])
    after(stop)
    const random = seeded(20_261_126)
    let hits = 0
    for (let round = 0; round < rounds; round += 1) {
      const id = await scanning(`round ${round}`, random())
      const before = await ask('GET', `/operations/${id}`)
      network.breakAll('silence')
      hits += before.end_time === null ? 1 : 0
      assert.deepEqual(await harvest(ask, await untilEnded(ask, id)), undisturbed, `round ${round}`)
    }
    context.diagnostic(`${hits} of ${rounds} silences hit the scan`)
    assert.ok(hits >= rounds / 2, `only ${hits} of ${rounds} silences hit the scan: make it longer`)
  },
)
