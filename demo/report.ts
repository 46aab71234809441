import type { CheckResult, Client } from '../client/src/index.ts'
import { counted } from '../cli/output/numbers.ts'
import { table } from '../cli/output/table.ts'

/** Where lines cannot be measured, in a file or a pipe. */
const plainWidth = 120

const heads = ['Container', 'Check', 'Failing rows', 'First failing record']

/** Prints what the scans found: failed checks with their first record, those without a verdict, and the totals. */
export async function printReport(client: Client, scans: readonly number[]): Promise<void> {
  const pages = await Promise.all(scans.map((id) => client.listScanChecks({ id, size: 1000 })))
  const results = pages.flatMap(({ items }) => items.toSorted(byContainer))
  const rows: string[][] = []
  for (const result of results) {
    if (result.assertion_result !== 'passed') rows.push(await rowOf(client, result))
  }
  console.log(table(heads, rows, process.stdout.columns ?? plainWidth))
  const count = (verdict: string) => results.filter((result) => result.assertion_result === verdict).length
  console.log(
    `\n${results.length} checks: ${count('passed')} passed, ${count('failed')} failed, ${count('unasserted')} without a verdict.`,
  )
}

function byContainer(left: CheckResult, right: CheckResult): number {
  return left.container.name.localeCompare(right.container.name, 'en') || left.id - right.id
}

async function rowOf(client: Client, result: CheckResult): Promise<string[]> {
  const isFailed = result.assertion_result === 'failed'
  return [
    result.container.name,
    result.description,
    isFailed ? counted(result.anomalous_records ?? 0) : '-',
    isFailed ? await firstRecord(client, result) : (result.assertion_details ?? ''),
  ]
}

/** A record of the first anomaly that the check raised in this scan; the anomaly's message when it has no record. */
async function firstRecord(client: Client, { id, container_scan_id, fields }: CheckResult): Promise<string> {
  const { items } = await client.listAnomalies({
    quality_check: [id],
    ...(container_scan_id !== null && { container_scan: container_scan_id }),
    sort_created: 'asc',
    size: 1,
  })
  const [anomaly] = items
  if (!anomaly) return ''
  const { source_record } = await client.readAnomalySourceRecords({ id: String(anomaly.id), limit: 1 })
  const [record] = JSON.parse(source_record) as Record<string, unknown>[]
  if (!record) return anomaly.message
  // The fields of the check come first, because the line is cut.
  const names = new Set([...fields.map(({ name }) => name), ...Object.keys(record)])
  return [...names].map((name) => `${name}: ${shown(record[name])}`).join(', ')
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
