import { postmasterOf } from '../../test/harness/service-process.ts'
import { checksOfATable, newDatastore, scanned } from '../containers.ts'
import { barred } from '../measure.ts'
import { familyProcessorTime } from '../processes.ts'
import { withService, type RunningService } from '../service.ts'
import { onPostgresql, tables, type SmallTables } from '../small-tables.ts'
import { fitted, simulateRun, type ContainerCost, type Plant } from './simulate.ts'

/** The shares of the tables in the runs from which the costs are learned; the run over all of them is then foretold. */
const learned = [0.1, 0.4] as const
/** How often each table has the checks: five of them, and fifty. */
const workloads = { few_checks: 1, many_checks: 10 }
/** The one of them that is asked for; without it both are measured. */
const asked = process.env['ASSAY_BENCH_WORKLOAD']
/** How far the foretold run may be from the real one, as a share of it. */
const most = 0.2
/** What the service starts with (ASSAY_WORKER_CONCURRENCY). */
const slots = 2
const cores = 2

/** The plant of this bench: everything on one machine. */
const here: Plant = { workers: 1, slots, state_cores: cores, source_cores: cores, shared_cores: cores }

/** Learns what a container costs from a run over some tables, foretells a run over all, runs it, and foretells what is larger than one machine. */
export async function measureScaling(): Promise<object> {
  const side = await onPostgresql()
  try {
    const figures: Record<string, object> = {}
    for (const [name, times] of Object.entries(workloads).filter(([one]) => one === (asked ?? one)))
      figures[name] = await withService('/nowhere', (service) => compared(service, side, times))
    return figures
  } finally {
    await side.close()
  }
}

async function compared(
  { ask, pid, home }: RunningService,
  side: SmallTables,
  times: number,
): Promise<object> {
  const datastore = await newDatastore(ask, side, times)
  const state = postmasterOf(home)
  const spent = () => [familyProcessorTime(pid), familyProcessorTime(state), side.sourceTime()]
  const runOver = async (share: number) => {
    const names = side.names.slice(0, Math.ceil(tables * share))
    const before = spent()
    const { milliseconds } = await scanned(ask, datastore, { container_names: names })
    const used = spent().map((time, part) => time - (before[part] ?? 0))
    return { containers: names.length, milliseconds, used }
  }
  // What is done for the first time is not what a run costs.
  await runOver(1)
  const [small, large] = [await runOver(learned[0]), await runOver(learned[1])]
  const [service = 0, ofState = 0, source = 0] = large.used.map((time) => time / large.containers)
  const computed = { service, state: ofState, source }
  const { wait, fixed } = fitted(computed, here, [small, large])
  const cost: ContainerCost = { ...computed, wait }
  const foretold = Math.round(fixed + simulateRun(tables, cost, here).milliseconds)
  const { milliseconds: real } = await runOver(1)
  return {
    learned_from: [small, large].map(({ containers, milliseconds }) => ({ containers, milliseconds })),
    cost_of_a_container_ms: Object.fromEntries(
      Object.entries(cost).map(([part, ms]) => [part, Number(ms.toFixed(2))]),
    ),
    fixed_ms: Math.round(fixed),
    checks_of_a_table: times * checksOfATable,
    containers: tables,
    foretold_ms: foretold,
    real_ms: real,
    apart: barred(Number((Math.abs(foretold - real) / real).toFixed(3)), most),
    ahead: [1, 2, 4, 8, 16].map((workers) => ahead(cost, workers)),
  }
}

/** A run over 100,000 such containers by workers on machines of their own, with a database and sources of eight cores. */
function ahead(cost: ContainerCost, workers: number): object {
  const plant: Plant = { workers, slots, state_cores: 8, source_cores: 8, shared_cores: null }
  const { milliseconds, busy } = simulateRun(100_000, cost, plant)
  return { workers, minutes: Number((milliseconds / 60_000).toFixed(1)), busy }
}
