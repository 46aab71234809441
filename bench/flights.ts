import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newSource, untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { flightChecks } from './flight-checks.ts'
import { runByHand } from './hand-plan.ts'
import { barred, Laps, ratioOf, residentMemory } from './measure.ts'

const file = 'flights-3m.parquet'
const rounds = 5

/** Copies the flights into a folder of their own, so that a datastore has nothing else in it. Returns the file's path. */
export function placeFlights(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const data = join(import.meta.dirname, '../node_modules/vega-datasets/data')
  copyFileSync(join(data, file), join(folder, file))
  return join(folder, file)
}

/**
 * A scan by the API, from its trigger until it has ended in success with everything stored, and the plan by hand, in
 * turns, so that whatever else the machine does weighs on both.
 */
export async function measureFlights(
  ask: Asking,
  pid: number,
  path: string,
  engineMemoryMb: number,
): Promise<object> {
  const checks = flightChecks.map(({ failing: _byHand, ...check }) => check)
  const datastore_id = await newSource(ask, 'flights', dirname(path), { [file]: checks })
  const scan = async () => {
    const { id } = await ask('POST', '/operations/run', { type: 'scan', datastore_id })
    return untilEnded(ask, id)
  }
  // The first scan warms both up, and is where their answers are compared.
  await compare(ask, await scan(), (await runByHand(path, engineMemoryMb)).anomalous)
  const service = new Laps(pid)
  const hand = new Laps(process.pid)
  for (let round = 0; round < rounds; round++) {
    await service.time(scan)
    await hand.time(() => runByHand(path, engineMemoryMb))
  }
  return {
    file,
    checks: checks.length,
    rounds,
    service_ms: service.summary(),
    by_hand_ms: hand.summary(),
    ratio: barred(ratioOf(service.ms, hand.ms), 2),
    processor_ratio: ratioOf(service.processor_ms, hand.processor_ms),
    service_peak_rss_mib: barred(residentMemory(pid).peak_mib, 600),
    service_rss_afterwards_mib: residentMemory(pid).now_mib,
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- an answer of the API
async function compare(ask: Asking, scan: any, byHand: Record<string, number>): Promise<void> {
  assert.equal(scan.result, 'success', scan.message)
  const { items } = await ask('GET', `/operations/${scan.id}/scan-checks?size=100`)
  const found = items.map((item: { description: string; anomalous_records: number }) => [
    item.description,
    item.anomalous_records,
  ])
  assert.deepEqual(Object.fromEntries(found), byHand, 'the service and the plan by hand count the same')
}
