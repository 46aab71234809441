import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newSource } from '../test/harness/scan-rounds.ts'
import { scanned } from './against-hand.ts'
import { asked } from './bench-check.ts'
import { barred, Laps, ratioOf } from './measure.ts'
import { orderRowChecks } from './order-checks.ts'
import { narrow, ordersOr, placeOrders } from './orders.ts'
import { familyProcessorTime } from './processes.ts'
import { withService } from './service.ts'

const files = 100
/** About 5 MB of Parquet by itself; 2,500,000 are 100 MB. */
const rowsOfFile = ordersOr(125_000)
/** A little more than ASSAY_SETTLED_SECONDS. */
const settledMs = 6000

/** A container of a hundred files: its first scan, scans after nothing changed, and scans after one file was written again. */
export async function measureUnchanged(folder: string): Promise<object> {
  const written = await placeOrders(folder, rowsOfFile, narrow)
  const place = join(folder, 'unchanged')
  mkdirSync(place, { recursive: true })
  const nameOf = (file: number) => join(place, `part_${String(file).padStart(3, '0')}.parquet`)
  for (let file = 0; file < files; file += 1) copyFileSync(written, nameOf(file))
  const checks = orderRowChecks
    .filter(
      ({ fields, filter }) =>
        filter === undefined && fields.length > 0 && fields.every((field) => narrow.includes(field)),
    )
    .map(asked)
  await delay(settledMs)
  return withService(folder, async ({ ask, pid }) => {
    const datastore_id = await newSource(ask, 'unchanged', place, { 'part_*.parquet': checks })
    const laps = () => new Laps(() => familyProcessorTime(pid))
    const [read, kept, changed] = [laps(), laps(), laps()]
    /** A scan that keeps what it found in so many files. */
    const keeping = async (expected: number): Promise<void> => {
      const scan = await scanned(ask, datastore_id)
      const { partitions_unchanged } = await ask('GET', `/container-scans/${scan.container_scans[0].id}`)
      assert.equal(partitions_unchanged, expected)
    }
    await scanned(ask, datastore_id)
    for (let round = 0; round < 3; round += 1) {
      await read.time(() => scanned(ask, datastore_id, { force: true }))
      await kept.time(() => keeping(files))
      copyFileSync(written, nameOf(round))
      await delay(settledMs)
      await changed.time(() => keeping(files - 1))
    }
    const one = read.ms.map((milliseconds) => milliseconds / files)
    return {
      files,
      checks: checks.length,
      read_ms: read.summary(),
      unchanged_ms: kept.summary(),
      one_changed_ms: changed.summary(),
      ratio: barred(ratioOf(kept.ms, read.ms), 0.03),
      processor_ratio: ratioOf(kept.processor_ms, read.processor_ms),
      one_changed_ratio: ratioOf(changed.ms, read.ms),
      one_file_ms: Math.round(one.reduce((sum, value) => sum + value, 0) / one.length),
    }
  })
}
