import assert from 'node:assert/strict'
import { basename, dirname } from 'node:path'
import { newSource, untilEnded, type Asking, type Body } from '../test/harness/scan-rounds.ts'
import { runByHand, type HandTask } from './hand-plan.ts'
import { barred, Laps, ratioOf } from './measure.ts'
import { FamilyMemory, familyProcessorTime, processorTime } from './processes.ts'
import type { RunningService } from './service.ts'

/** How often the two take turns, and the bars of the outcome. */
interface Contest {
  rounds: number
  /** The most that the service may take, as a multiple of the plan by hand. */
  ratio: number
  /** The most memory of the service and its children, MiB. */
  memory_mib: number
}

/** Every lap reads: a second scan of the same bytes would keep what the first found. */
const reading = { force: true }

/**
 * A scan by the API, from its trigger until it has ended in success with everything stored, and the plan by hand, in
 * turns, so that whatever else the machine does weighs on both.
 */
export async function againstHand(
  { ask, pid }: RunningService,
  task: HandTask,
  { rounds, ratio, memory_mib }: Contest,
): Promise<object> {
  const file = basename(task.path)
  const checks = task.checks.map(({ failing: _byHand, ...check }) => check)
  const datastore_id = await newSource(ask, `contest over ${file}`, dirname(task.path), { [file]: checks })
  using memory = new FamilyMemory(pid)
  // The first scan warms both up, and is where their answers are compared.
  await compare(ask, await scanned(ask, datastore_id, reading), (await runByHand(task)).anomalous)
  const service = new Laps(() => familyProcessorTime(pid))
  const hand = new Laps(() => processorTime(process.pid))
  for (let round = 0; round < rounds; round++) {
    await service.time(() => scanned(ask, datastore_id, reading))
    await hand.time(() => runByHand(task))
  }
  const afterwards = memory.now()
  return {
    file,
    checks: checks.length,
    rounds,
    service_ms: service.summary(),
    by_hand_ms: hand.summary(),
    ratio: barred(ratioOf(service.ms, hand.ms), ratio),
    processor_ratio: ratioOf(service.processor_ms, hand.processor_ms),
    service_peak_memory_mib: barred(memory.stop(), memory_mib),
    service_memory_afterwards_mib: afterwards,
  }
}

/** Asking costs the service time as well: seldom enough not to show, often enough to end the time of a scan near its end. */
const pollMs = 50

/** A scan of a datastore, from its trigger until it has ended; it must succeed. */
export async function scanned(ask: Asking, datastore_id: number, settings: object = {}): Promise<Body> {
  const { id } = await ask('POST', '/operations/run', { type: 'scan', datastore_id, ...settings })
  const scan = await untilEnded(ask, id, undefined, pollMs)
  assert.equal(scan.result, 'success', scan.message)
  return scan
}

/** Anomalous rows by the checks' descriptions; every check must have been asserted. */
export async function anomalousRows(ask: Asking, scan: Body): Promise<Record<string, number>> {
  const { items } = await ask('GET', `/operations/${scan.id}/scan-checks?size=1000`)
  for (const { description, assertion_result, assertion_details } of items)
    assert.notEqual(assertion_result, 'unasserted', `${description}: ${assertion_details}`)
  return Object.fromEntries(items.map((item: Body) => [item.description, item.anomalous_records]))
}

async function compare(ask: Asking, scan: Body, byHand: Record<string, number>): Promise<void> {
  assert.deepEqual(await anomalousRows(ask, scan), byHand, 'the service and the plan by hand count the same')
}
