import type { CheckResult, Client, Operation } from '../../client/src/index.ts'
import type { Report, Verdict } from './report.ts'

/** How many checks' anomalies are asked for at once. */
const together = 8

/** What a finished scan found, from the service. `target` is how the person calls it. */
export async function collectReport(
  client: Client,
  { id, status }: Pick<Operation, 'id' | 'status'>,
  target: string,
): Promise<Report> {
  const results: CheckResult[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.listScanChecks({ id, page, size: 1000 })
    results.push(...answer.items)
    pages = answer.pages
  }
  const verdicts: Verdict[] = []
  for (let start = 0; start < results.length; start += together) {
    const some = results.slice(start, start + together)
    verdicts.push(...(await Promise.all(some.map((result) => verdictOf(client, result)))))
  }
  const figures = new Map(Object.entries(status))
  const figure = (name: string) => Number(figures.get(name) ?? 0)
  const containers = figure('containers_analyzed')
  return { target, containers, records: figure('records_processed'), holding: 0, verdicts }
}

async function verdictOf(client: Client, result: CheckResult): Promise<Verdict> {
  const found = result.assertion_result === 'failed' ? await anomalyOf(client, result) : null
  return {
    container: result.container.name,
    check: result.description,
    rule: result.rule_type,
    fields: result.fields.map(({ name }) => name),
    verdict: result.assertion_result,
    reason: result.assertion_result === 'unasserted' ? result.assertion_details : null,
    failing: result.assertion_result === 'failed' ? result.anomalous_records : null,
    weight: found?.weight ?? null,
    message: found?.message ?? result.assertion_details,
    record: found?.record ?? null,
  }
}

/** The weightiest anomaly that the check raised in this scan, with its first record. */
async function anomalyOf(client: Client, { id, container_scan_id }: CheckResult) {
  const { items } = await client.listAnomalies({
    quality_check: [id],
    ...(container_scan_id !== null && { container_scan: container_scan_id }),
    sort_weight: 'desc',
    size: 1,
  })
  const [anomaly] = items
  if (!anomaly) return null
  const { source_record } = await client.readAnomalySourceRecords({ id: String(anomaly.id), limit: 1 })
  const records: unknown = JSON.parse(source_record, keepDigits)
  const [record = null] = records as Record<string, unknown>[]
  // That of the anomaly tells of every check that the record fails.
  const own = anomaly.failed_checks.find(({ quality_check }) => quality_check['id'] === id)
  return { weight: anomaly.weight, message: own?.message ?? anomaly.message, record }
}

/** A number as the service has written it, of which a number of JavaScript may not hold every digit. */
const keepDigits = (_member: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value
