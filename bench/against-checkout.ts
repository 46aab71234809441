// Runs the same scans with this checkout and with another one in turns; see README.md beside it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { newSource } from '../test/harness/scan-rounds.ts'
import { scanned } from './against-hand.ts'
import { asked, row, type BenchCheck } from './bench-check.ts'
import { circumstances, Laps, median } from './measure.ts'
import { orderRowChecks } from './order-checks.ts'
import { ordersFile, placeOrders, wide } from './orders.ts'
import { FamilyMemory, familyProcessorTime } from './processes.ts'
import { withService, type RunningService } from './service.ts'

const rows = 1_000_000

interface Scan {
  checks: readonly BenchCheck[]
  settings: object
}

/** A quarter of the rows fail the check of the second scan, and all of them are kept. */
const scans: Record<string, Scan> = {
  few_rows_kept: { checks: orderRowChecks, settings: { high_count_rollup_threshold: 10 } },
  many_rows_kept: {
    checks: [row('A parcel holds 45', 'maxValue', 'quantity', 'quantity > 45', { value: 45 })],
    settings: { high_count_rollup_threshold: 10, enrichment_source_record_limit: rows },
  },
}

const [other, pairs = '5', ...wanted] = process.argv.slice(2)
if (other === undefined || !(Number(pairs) > 0) || wanted.some((name) => !(name in scans))) {
  console.error(
    `Usage: node bench/against-checkout.ts FOLDER [PAIRS [SCAN...]]; scans are ${Object.keys(scans).join(', ')}.`,
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
try {
  const path = await placeOrders(folder, rows, wide)
  const figures = await withService(folder, (ours) =>
    withService(folder, (theirs) => figuresOf(ours, theirs, path), {
      checkout: pathToFileURL(`${resolve(other)}/`),
    }),
  )
  console.log(JSON.stringify({ ...circumstances(), rows, figures }, null, 2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function figuresOf(ours: RunningService, theirs: RunningService, path: string): Promise<object> {
  const figures: Record<string, object> = {}
  for (const [name, scan] of Object.entries(scans)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const sides = [await contestant(ours, name, path, scan), await contestant(theirs, name, path, scan)]
    for (const { laps, run } of pairOrder(sides)) await laps.time(run)
    const [us, them] = sides.map(({ laps, memory }) => ({ ...laps.summary(), memory_mib: memory.stop() }))
    figures[name] = { this_checkout: us, other: them, processor_ratios: ratiosOf(sides) }
  }
  return figures
}

interface Contestant {
  laps: Laps
  memory: FamilyMemory
  run(): Promise<unknown>
}

/** A service with its own datastore, which was scanned once. */
async function contestant(
  { ask, pid }: RunningService,
  name: string,
  path: string,
  { checks, settings }: Scan,
): Promise<Contestant> {
  const datastore = await newSource(ask, name, dirname(path), { [ordersFile]: checks.map(asked) })
  const run = () => scanned(ask, datastore, { ...settings, force: true })
  await run()
  return { laps: new Laps(() => familyProcessorTime(pid)), memory: new FamilyMemory(pid), run }
}

/** The order alternates from pair to pair. */
function pairOrder(sides: readonly Contestant[]): Contestant[] {
  return Array.from({ length: Number(pairs) }, (_, pair) => (pair % 2 ? sides.toReversed() : sides)).flat()
}

function ratiosOf([us, them]: readonly Contestant[]): object {
  const all = (us?.laps.processor_ms ?? []).map((ms, pair) =>
    Number((ms / (them?.laps.processor_ms[pair] ?? Number.NaN)).toFixed(3)),
  )
  return { median: median(all), all }
}
