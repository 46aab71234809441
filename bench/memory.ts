import { dirname } from 'node:path'
import { newSource } from '../test/harness/scan-rounds.ts'
import { anomalousRows, scanned } from './against-hand.ts'
import { asked, row, unique, type BenchCheck } from './bench-check.ts'
import { barred, timed } from './measure.ts'
import { narrow, ordersFile, placeOrders } from './orders.ts'
import { FamilyMemory } from './processes.ts'
import { ScratchUse } from './scratch-use.ts'
import { withService } from './service.ts'

const rows = 30_000_000
const fewRepeat = 'Codes are unique'
const manyFail = 'A parcel holds 48'

/** A number and a text that hardly ever repeat, groups of which millions do, and a check that a fifth of the rows fail. */
const checks: readonly BenchCheck[] = [
  row(manyFail, 'maxValue', 'quantity', 'quantity > 48', { value: 48 }),
  row('A customer is named', 'notNull', 'customer_id', 'customer_id is null'),
  row('A price is positive', 'positive', 'price', 'price <= 0'),
  unique('Numbers are unique', 'id'),
  unique(fewRepeat, 'order_code'),
  unique('A customer orders once a day', 'customer_id', 'ordered_on'),
]

/** The most memory of the service and its children while it scans far more than fits into it. */
export async function measureMemory(folder: string): Promise<object> {
  const path = await placeOrders(folder, rows, narrow)
  return withService(folder, async ({ ask, pid, home }) => {
    const datastore = await newSource(ask, 'much', dirname(path), { [ordersFile]: checks.map(asked) })
    using memory = new FamilyMemory(pid)
    const before = memory.now()
    using scratch = new ScratchUse(home)
    const [milliseconds, scan] = await timed(() =>
      scanned(ask, datastore, { high_count_rollup_threshold: 1000, enrichment_source_record_limit: 10_000 }),
    )
    const found = await anomalousRows(ask, scan)
    return {
      rows,
      checks: checks.length,
      failing_rows: found[manyFail],
      repeated: found,
      scan_ms: milliseconds,
      memory_before_mib: before,
      service_memory_afterwards_mib: memory.now(),
      service_peak_memory_mib: barred(memory.stop(), 700),
      spilled_to_disk_mib: scratch.most('together'),
    }
  })
}
