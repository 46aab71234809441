import { dirname } from 'node:path'
import { newSource } from '../test/harness/scan-rounds.ts'
import { anomalousRows, scanned } from './against-hand.ts'
import { asked, expression, row, unique, type BenchCheck } from './bench-check.ts'
import { barred, Laps, median } from './measure.ts'
import { states } from './order-checks.ts'
import { narrow, ordersFile, placeOrders, wide } from './orders.ts'
import { familyProcessorTime } from './processes.ts'
import { withService, type RunningService } from './service.ts'

const rounds = 3
const rowCounts = [1_000_000, 3_000_000, 10_000_000, 30_000_000]
const checkCounts = [10, 50, 250]
const rowsOfManyChecks = 3_000_000

const growingChecks: readonly BenchCheck[] = [
  row('Codes are long enough', 'minLength', 'order_code', 'length(order_code) < 14', { value: 14 }),
  row('A customer is named', 'notNull', 'customer_id', 'customer_id is null'),
  row('A parcel holds 55', 'maxValue', 'quantity', 'quantity > 55', { value: 55 }),
  row('A price is positive', 'positive', 'price', 'price <= 0'),
  row('A parcel can be lifted', 'maxValue', 'weight_kg', 'weight_kg > 30', { value: 30 }),
  expression('The status is a word', "status = lower(status) and status <> ''"),
  unique('Numbers are unique', 'id'),
]

/** How the time of a scan grows with the rows of a container, and with the checks on it. */
export async function measureGrowth(folder: string): Promise<object> {
  const files: string[] = []
  for (const count of rowCounts) files.push(await placeOrders(folder, count, narrow))
  const wideFile = await placeOrders(folder, rowsOfManyChecks, wide)
  return withService(folder, async (service) => {
    const byRows = await timesOf(
      service,
      files.map((path, index) => ({ size: rowCounts[index] ?? 0, path, checks: growingChecks })),
    )
    const byChecks = await timesOf(
      service,
      checkCounts.map((size) => ({ size, path: wideFile, checks: manyChecks(size) })),
    )
    return { rows: ofRows(byRows), checks: ofChecks(byChecks) }
  })
}

interface Times {
  size: number
  ms: number
  processor_ms: number
  all_ms: number[]
}

/** Every scan once in each round, so that a busy moment of the machine weighs on all sizes. */
async function timesOf(
  { ask, pid }: RunningService,
  sources: readonly { size: number; path: string; checks: readonly BenchCheck[] }[],
): Promise<Times[]> {
  const measured: { size: number; datastore: number; laps: Laps }[] = []
  for (const { size, path, checks } of sources) {
    const name = `${checks.length} checks, size ${size}`
    const datastore = await newSource(ask, name, dirname(path), { [ordersFile]: checks.map(asked) })
    // It throws where a check has no verdict, which would cost nothing.
    await anomalousRows(ask, await scanned(ask, datastore, { force: true }))
    measured.push({ size, datastore, laps: new Laps(() => familyProcessorTime(pid)) })
  }
  for (let round = 0; round < rounds; round++)
    for (const { datastore, laps } of measured)
      await laps.time(() => scanned(ask, datastore, { force: true }))
  return measured.map(({ size, laps }) => ({
    size,
    ms: median(laps.ms),
    processor_ms: median(laps.processor_ms),
    all_ms: laps.ms,
  }))
}

/** A quotient of 1 is growth in proportion, with the fixed cost of a scan in both. */
function ofRows(times: readonly Times[]): object {
  const [first, last] = [times[0], times.at(-1)]
  const growth = (key: 'ms' | 'processor_ms') =>
    two((last?.[key] ?? 0) / (first?.[key] ?? 0) / ((last?.size ?? 0) / (first?.size ?? 0)))
  return {
    checks: growingChecks.length,
    times,
    // What a further million rows costs from one size to the next, the fixed cost left out.
    ms_per_million_more: slopes(times, 'ms'),
    processor_ms_per_million_more: slopes(times, 'processor_ms'),
    growth_by_proportion: barred(growth('ms'), 1),
    processor_growth_by_proportion: barred(growth('processor_ms'), 1),
  }
}

function slopes(times: readonly Times[], key: 'ms' | 'processor_ms'): number[] {
  return times.slice(1).map((time, index) => {
    const before = times[index]
    if (!before) return Number.NaN
    return Math.round(((time[key] - before[key]) / (time.size - before.size)) * 1e6)
  })
}

function ofChecks(times: readonly Times[]): object {
  const growth = (key: 'ms' | 'processor_ms') => two((times.at(-1)?.[key] ?? 0) / (times[0]?.[key] ?? 0))
  return {
    rows: rowsOfManyChecks,
    times,
    // 25 times the checks.
    growth: barred(growth('ms'), 12.5),
    processor_growth: barred(growth('processor_ms'), 12.5),
  }
}

const two = (value: number) => Number(value.toFixed(2))

/** Different checks of the same mix whatever their number: ten kinds, each with as many bounds as it takes. */
function manyChecks(count: number): BenchCheck[] {
  return Array.from({ length: count }, (_, index) => {
    const bound = Math.floor(index / 10)
    const kinds = [
      () => row(`${index}`, 'maxValue', 'quantity', '', { value: 60 + bound }),
      () => row(`${index}`, 'minValue', 'price', '', { value: bound / 100 }),
      () => row(`${index}`, 'maxLength', 'email', '', { value: 40 + bound }),
      () => row(`${index}`, 'maxValue', 'total', '', { value: 142_000 + bound * 100 }),
      () => row(`${index}`, 'maxValue', 'weight_kg', '', { value: 29 + bound / 10 }),
      () => row(`${index}`, 'matchesPattern', 'phone', '', { pattern: `^[+n].*[0-9e]{1,${bound + 1}}$` }),
      () => row(`${index}`, 'expectedValues', 'status', '', { list: [...states, `no ${bound}`] }),
      () =>
        row(`${index}`, 'beforeDateTime', 'ordered_on', '', { datetime: `${2026 + bound}-01-01T00:00:00Z` }),
      () => expression(`${index}`, `updated_at >= created_at - interval ${bound} hour`),
      () => row(`${index}`, 'notNull', 'city', '', {}, `customer_id > ${bound}`),
    ]
    const kind = kinds[index % kinds.length]
    if (!kind) throw new Error('There is a kind for every remainder.')
    return kind()
  })
}
