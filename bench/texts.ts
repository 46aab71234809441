import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { againstHand } from './against-hand.ts'
import type { HandTask } from './hand-plan.ts'
import { orderRowChecks, orderUniqueChecks } from './order-checks.ts'
import { wide, writeOrders } from './orders.ts'
import { engineMemoryMb, withService, type RunningService } from './service.ts'

/** About a GB of CSV, and half as much of NDJSON. */
const files = [
  { name: 'orders.csv', format: 'csv', rows: 4_700_000, written: 'csv, header' },
  { name: 'orders.ndjson', format: 'json', rows: 1_150_000, written: 'json' },
] as const

/** As a person would read them. */
const readBy = {
  // The quotes are told, since DuckDB does not see the few in its sample; an empty value in them is none to the service.
  csv: (path: string) =>
    `select * replace (nullif(email, '') as email) from read_csv('${path}', quote = '"', escape = '"')`,
  json: (path: string) => `select * from read_json('${path}')`,
}

/** Seventeen row checks and three on uniqueness. */
const checks = [
  ...orderRowChecks.filter((_, index) => index % 3 === 0),
  ...orderUniqueChecks.filter((_, index) => index % 2 === 0),
]

/** Twenty checks on files of text, by the service and by the plan by hand that takes the text apart once. */
export async function measureTexts(folder: string): Promise<object> {
  return withService(folder, async (service) => {
    const figures: Record<string, object> = {}
    for (const file of files) figures[file.format] = await contestOver(service, folder, file)
    return figures
  })
}

async function contestOver(
  service: RunningService,
  folder: string,
  { name, format, rows, written }: (typeof files)[number],
): Promise<object> {
  const path = join(folder, `text-${format}`, name)
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) await writeOrders(path, rows, wide, written)
  const task: HandTask = {
    path,
    text: readBy[format](path),
    checks,
    memory_mb: engineMemoryMb,
    scratch_folder: folder,
  }
  const contest = await againstHand(service, task, { rounds: 3, ratio: 1.2, memory_mib: 900 })
  return { file_mb: Math.round(statSync(path).size / 1e6), ...contest }
}
