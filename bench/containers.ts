import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type Asking } from '../test/harness/scan-rounds.ts'
import { postmasterOf } from '../test/harness/service-process.ts'
import { barred, Laps, median, ratioOf, timed } from './measure.ts'
import { sodaOnSmallTables, type SodaSetup } from './peer-setups.ts'
import { withPeers, type Peers } from './peers.ts'
import { FamilyMemory, familyProcessorTime, processorTime } from './processes.ts'
import { withService, type RunningService } from './service.ts'
import { timeOfSodaCommand } from './soda-command.ts'
import {
  containersOf,
  onPostgresql,
  onSqlite,
  rows,
  syncedTables,
  tables,
  type SmallTables,
} from './small-tables.ts'

const rounds = 3
/** The price of a container, as a multiple of that of the loop by hand. */
const most = 4
/** The same of that of Soda. */
const mostOfSoda = 0.1
/** Soda verifies the first tables, which hold all that fail; each costs it the same. */
const tablesOfSoda = 100

/** A check as the API takes it, and the condition of a failing row. */
const checks = [
  { rule: 'notNull', fields: ['id'], by_hand: 'id is null' },
  { rule: 'notNull', fields: ['name'], by_hand: 'name is null' },
  { rule: 'maxLength', fields: ['name'], properties: { value: 20 }, by_hand: 'length(name) > 20' },
  {
    rule: 'between',
    fields: ['amount'],
    properties: { min: 0, max: 999 },
    by_hand: 'not (amount between 0 and 999)',
  },
  {
    rule: 'expectedValues',
    fields: ['kind'],
    properties: { list: ['a', 'b', 'c'] },
    by_hand: `kind not in ('a', 'b', 'c')`,
  },
]

const counted = (table: string): string =>
  `select count(*), ${checks.map(({ by_hand }) => `count(case when ${by_hand} then 1 end)`).join(', ')} from ${table}`

/** The rows that fail each check of each table, by the plan by hand on one connection. */
const byHand = (side: SmallTables): Promise<number[][]> => side.ask(counted)

/** Where the tables are; `ASSAY_BENCH_WORKLOAD` names the only one. */
const stores = { postgresql: onPostgresql, sqlite: onSqlite }

/** What a container costs that is small: many of them in one run, beside a loop with a statement for each. */
export async function measureContainers(folder: string): Promise<object> {
  const figures: Record<string, object> = {}
  const only = process.env['ASSAY_BENCH_WORKLOAD']
  for (const [store, open] of Object.entries(stores)) {
    if (only !== undefined && only !== store) continue
    const side = await open(folder)
    try {
      figures[store] = await withService(folder, (service) => compared(service, side, folder))
    } finally {
      await side.close()
    }
  }
  return { tables, rows, checks: checks.length, rounds, ...figures }
}

async function compared(service: RunningService, side: SmallTables, folder: string): Promise<object> {
  const { ask } = service
  const datastore = await newDatastore(ask, side)
  const found = (await scanned(ask, datastore)).anomalies_identified
  const counts = await byHand(side)
  assert.equal(
    found,
    counts.flat().reduce((sum, count) => sum + count, 0),
    'both count the same',
  )
  const first = side.names.slice(0, tablesOfSoda)
  const soda = sodaOnSmallTables(side, first)
  const setups = soda ? { soda } : {}
  return withPeers(setups, counts.slice(0, first.length).flat(), async (peers) => ({
    ...(await against(service, side, datastore, peers)),
    ...(soda && peers.present.soda && { soda_command_ms: await byCommand(soda, side, folder) }),
  }))
}

/** What a contract costs who runs Soda as its guide says. */
const byCommand = (soda: SodaSetup, { sourceTime }: SmallTables, folder: string): Promise<number> =>
  timeOfSodaCommand(process.env['ASSAY_BENCH_SODA'] ?? '', soda, { folder, sourceTime })

async function against(
  { ask, pid, home }: RunningService,
  side: SmallTables,
  datastore: number,
  { present, absent }: Peers,
): Promise<object> {
  const state = postmasterOf(home)
  const parts = {
    service: () => familyProcessorTime(pid),
    state: () => familyProcessorTime(state),
    source: side.sourceTime,
  }
  const spent: Record<string, number[]> = { service: [], state: [], source: [] }
  const scan = { ms: [] as number[], processor_ms: [] as number[] }
  const hand = { ms: [] as number[], processor_ms: [] as number[] }
  const soda = new Laps(() => (present.soda?.processorTime() ?? 0) + side.sourceTime())
  using memory = new FamilyMemory(pid)
  for (let round = 0; round < rounds; round++) {
    side.touch()
    const before = Object.entries(parts).map(([name, time]) => [name, time()] as const)
    const { milliseconds } = await scanned(ask, datastore)
    const used = before.map(
      ([name, time]) => [name, (parts[name as keyof typeof parts]() - time) / tables] as const,
    )
    for (const [name, time] of used) spent[name]?.push(time)
    scan.ms.push(milliseconds)
    scan.processor_ms.push(used.reduce((sum, [, time]) => sum + time, 0))
    const own = processorTime(process.pid) + side.sourceTime()
    const [handMs] = await timed(() => byHand(side))
    hand.ms.push(handMs)
    hand.processor_ms.push((processorTime(process.pid) + side.sourceTime() - own) / tables)
    if (present.soda) await soda.time(present.soda.run)
  }
  const bySoda = soda.processor_ms.map((time) => time / Math.min(tablesOfSoda, tables))
  const processor_ratio_to_soda = bySoda.length > 0 ? ratioOf(scan.processor_ms, bySoda) : null
  return {
    processor_ms_of_a_container: Object.fromEntries(
      Object.entries(spent).map(([name, all]) => [name, two(median(all))]),
    ),
    took: {
      assay: { processor_median: two(median(scan.processor_ms)) },
      by_hand: { processor_median: two(median(hand.processor_ms)) },
      ...(bySoda.length > 0 && { soda: { processor_median: two(median(bySoda)) } }),
      ...absent,
    },
    processor_ratio: barred(ratioOf(scan.processor_ms, hand.processor_ms), most),
    // Soda does not read every source.
    ...((present.soda ?? absent.soda) && {
      processor_ratio_to_soda: barred(processor_ratio_to_soda, mostOfSoda),
    }),
    containers_a_second: Math.round((tables * 1000) / median(scan.ms)),
    service_peak_memory_mib: memory.stop(),
    by_hand_a_second: Math.round((tables * 1000) / median(hand.ms)),
  }
}

const two = (value: number) => Number(value.toFixed(2))

/** Checks are made so many at once: that is not measured. */
const makers = 4

/** How many checks each table has; a multiple of them where they are made several times, each time with another filter that keeps all rows. */
export const checksOfATable = checks.length

/** A datastore on these tables, synced, with the checks on each, so many times; its id. */
export async function newDatastore(ask: Asking, side: SmallTables, times = 1): Promise<number> {
  const id = await syncedTables(ask, side)
  const containers = await containersOf(ask, id, tables)
  const made = containers.flatMap((container) =>
    checks.flatMap(({ by_hand: description, ...check }) =>
      Array.from({ length: times }, (_, turn) => ({
        container_id: container.id,
        description,
        ...check,
        ...(turn > 0 && { filter: `id > -${turn}` }),
      })),
    ),
  )
  const makeRest = async (): Promise<void> => {
    for (let check = made.pop(); check; check = made.pop()) await ask('POST', '/quality-checks', check)
  }
  await Promise.all(Array.from({ length: makers }, makeRest))
  return id
}

/** As often as a page asks that shows the run, and not what became of its containers. */
const pollMs = 500
/** What follows a scan costs as well: scores are there within so long. */
const settleMs = 5000

/** The numbers of a scan, which must succeed, and how long it took by its own record, milliseconds. */
export async function scanned(
  ask: Asking,
  datastore_id: number,
  settings: object = {},
): Promise<{ anomalies_identified: number; milliseconds: number }> {
  const { id } = await ask('POST', '/operations/run', { type: 'scan', datastore_id, ...settings })
  for (;;) {
    const [run] = (await ask('GET', `/operations?id=${id}&containers=none`)).items
    if (run.end_time === null) {
      await delay(pollMs)
      continue
    }
    assert.equal(run.result, 'success', run.message)
    await delay(settleMs)
    const milliseconds = Date.parse(run.end_time) - Date.parse(run.created)
    return { ...run.status, milliseconds }
  }
}
