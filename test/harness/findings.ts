import type { WorkingApp } from './working-app.ts'

/** An anomaly as tests compare it: without ids, times and what else differs from run to run. */
export interface FoundAnomaly {
  type: string
  status: string
  container: string
  message: string
  count: number | null
  /** Descriptions of the failed checks, sorted. */
  failed: string[]
  /** JSON texts of the source records, in order. */
  records: string[]
  fingerprint: number
}

/** Anomalies of the service, or of one container scan, the oldest first. */
export async function anomaliesOf(service: WorkingApp, filter = ''): Promise<FoundAnomaly[]> {
  const { body } = await service.ask('GET', `/api/anomalies?size=1000&sort_created=asc${filter}`)
  const found: FoundAnomaly[] = []
  for (const anomaly of body.items) {
    found.push({
      type: anomaly.type,
      status: anomaly.status,
      container: anomaly.container.name,
      message: anomaly.message,
      count: anomaly.anomalous_records_count,
      failed: anomaly.failed_checks
        .map(({ quality_check }: { quality_check: { description: string } }) => quality_check.description)
        .sort(),
      records: await recordsOf(service, anomaly.id),
      fingerprint: anomaly.fingerprint,
    })
  }
  return found
}

async function recordsOf(service: WorkingApp, anomalyId: number): Promise<string[]> {
  const { body } = await service.ask('GET', `/api/anomalies/${anomalyId}/source-record?limit=100000`)
  return (JSON.parse(body.source_record) as object[]).map((record) => JSON.stringify(record))
}

/** A verdict; numbers are null where the check could not be evaluated, and `details` says why. */
export interface FoundVerdict {
  anomalies: number
  result: string
  details: string | null
  asserted: number | null
  anomalous: number | null
}

/** Verdicts of a container scan by the checks' descriptions. */
export async function verdictsOf(
  service: WorkingApp,
  containerScanId: number,
): Promise<Map<string, FoundVerdict>> {
  const { body } = await service.ask('GET', `/api/container-scans/${containerScanId}/checks?size=1000`)
  return new Map(
    // oxlint-disable-next-line typescript/no-explicit-any -- the answer was compared with its schema
    body.items.map((item: any) => [
      item.description,
      {
        anomalies: item.scan_anomaly_count,
        result: item.assertion_result,
        details: item.assertion_details,
        asserted: item.asserted_records,
        anomalous: item.anomalous_records,
      },
    ]),
  )
}

/** A partition scan; `message` is null where there is nothing to say. */
export interface FoundPartition {
  name: string
  records: number
  anomalies: number
  result: string
  message: string | null
}

/** Partition scans of a container scan, by name. */
export async function partitionsOf(service: WorkingApp, containerScanId: number): Promise<FoundPartition[]> {
  const { body } = await service.ask('GET', `/api/container-scans/${containerScanId}`)
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer was compared with its schema
  const found: FoundPartition[] = body.partition_scans.map((scan: any) => ({
    name: scan.partition.name,
    records: scan.records_processed,
    anomalies: scan.anomaly_count,
    result: scan.result,
    message: scan.message,
  }))
  return found.sort((one, other) => one.name.localeCompare(other.name))
}
