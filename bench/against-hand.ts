import assert from 'node:assert/strict'
import { basename, dirname } from 'node:path'
import { newSource, untilEnded, type Asking, type Body } from '../test/harness/scan-rounds.ts'
import { postmasterOf } from '../test/harness/service-process.ts'
import { asked } from './bench-check.ts'
import { inTurns, processorRatios, tookOf, type Side } from './contest.ts'
import { runByHand, type HandTask } from './hand-plan.ts'
import { barred, ratioOf } from './measure.ts'
import { withPeers, type Tool } from './peers.ts'
import { FamilyMemory, familyProcessorTime, processorTime } from './processes.ts'
import type { RunningService } from './service.ts'

/** How often the sides take turns, and the bars of the outcome. */
interface Contest {
  rounds: number
  /** The most that the service may take, as a multiple of the plan by hand; null where that has no bar. */
  ratio: number | null
  /** The most memory of the service and its children, MiB. */
  memory_mib: number
  /** What each peer is asked for the same checks in the same order. */
  peers?: Partial<Record<Tool, object>>
  /** The most processor time of the service, as a multiple of that of a peer. */
  peer_ratios?: Partial<Record<Tool, number>>
}

/** Every lap reads: a second scan of the same bytes would keep what the first found. */
const reading = { force: true }

/**
 * A scan by the API, from its trigger until it has ended in success with everything stored, the plan by hand, and the
 * peers, in turns, so that whatever else the machine does weighs on all.
 */
export async function againstHand(
  service: RunningService,
  task: HandTask,
  { rounds, ratio, memory_mib, peers = {}, peer_ratios = {} }: Contest,
): Promise<object> {
  const { ask, pid } = service
  const file = basename(task.path)
  const checks = task.checks.map(asked)
  const datastore_id = await newSource(ask, `contest over ${file}`, dirname(task.path), { [file]: checks })
  using memory = new FamilyMemory(pid)
  // The first scan warms both up, and is where their answers are compared.
  const { anomalous } = await runByHand(task)
  await compare(ask, await scanned(ask, datastore_id, reading), anomalous)
  const expected = task.checks.map(({ description }) => anomalous[description] ?? Number.NaN)
  return withPeers(peers, expected, async ({ present, absent }) => {
    const assay: Side = {
      processorTime: serviceTime(service),
      run: () => scanned(ask, datastore_id, reading),
    }
    const by_hand: Side = { processorTime: () => processorTime(process.pid), run: () => runByHand(task) }
    const laps = await inTurns(rounds, { assay, by_hand, ...present })
    const afterwards = memory.now()
    const ratios = processorRatios(laps)
    const ms = (side: string) => laps[side]?.ms ?? []
    const wall = ratioOf(ms('assay'), ms('by_hand'))
    return {
      file,
      checks: checks.length,
      rounds,
      took: tookOf(laps, absent),
      ratio: ratio === null ? wall : barred(wall, ratio),
      processor_ratios: ratios,
      ...Object.fromEntries(
        Object.entries(peer_ratios).map(([tool, most]) => [
          `processor_ratio_to_${tool}`,
          barred(ratios[tool] ?? null, most),
        ]),
      ),
      service_peak_memory_mib: barred(memory.stop(), memory_mib),
      service_memory_afterwards_mib: afterwards,
    }
  })
}

/** Reads the processor time of the service and its children, and of its database server, ms. */
export function serviceTime({ pid, home }: RunningService): () => number {
  const state = postmasterOf(home)
  return () => familyProcessorTime(pid) + familyProcessorTime(state)
}

/** Asking costs the service time as well: seldom enough not to show, often enough to end the time of a scan near its end. */
const pollMs = 50

/** A scan of a datastore, from its trigger until it has ended; it must succeed. */
export async function scanned(ask: Asking, datastore_id: number, settings: object = {}): Promise<Body> {
  const { id } = await ask('POST', '/operations/run', { type: 'scan', datastore_id, ...settings })
  const scan = await untilEnded(ask, id, null, pollMs)
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
