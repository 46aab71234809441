import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { growingPauses } from './growing-pauses.ts'
import { askService } from './service-process.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
export type Body = any

/** Asks one service; the answer must be a success. */
export type Asking = (method: string, path: string, body?: object) => Promise<Body>

/** Asks as the Admin of whom the home of the service holds the token; paths are those behind `/api`. */
export function asking(url: string, home: string): Asking {
  return async (method, path, body) => {
    const answer = await askService(url, home, method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

/** A datastore on a folder of this machine, or of the connection that is given, synced, with these checks by the names of their containers. */
export async function newSource(
  ask: Asking,
  name: string,
  folder: string,
  checks: Record<string, { rule: string; [member: string]: unknown }[]>,
  connection: object = { type: 'local' },
): Promise<number> {
  const datastore = await ask('POST', '/datastores', {
    name,
    connection: { name, ...connection },
    root_path: folder,
  })
  const sync = await ask('POST', '/operations/run', { type: 'sync', datastore_id: datastore.id })
  await untilEnded(ask, sync.id)
  const containers: Body = await ask('GET', `/containers?datastore=${datastore.id}`)
  for (const { id, name: container } of containers.items) {
    for (const check of checks[container] ?? []) {
      await ask('POST', '/quality-checks', { container_id: id, ...check })
    }
  }
  return datastore.id
}

/** Polls until the run has ended, or `isEnough` says so of its record: every `pollMs` milliseconds (default: at growing pauses, every 15 where `isEnough` waits for a moment of the run). */
export async function untilEnded(
  ask: Asking,
  operationId: number,
  isEnough: ((operation: Body) => boolean) | null = null,
  pollMs = isEnough === null ? null : 15,
): Promise<Body> {
  const pause = pollMs === null ? growingPauses() : () => delay(pollMs)
  for (;;) {
    const operation = await ask('GET', `/operations/${operationId}`)
    if (operation.end_time !== null || isEnough?.(operation) === true) return operation
    await pause()
  }
}

/** All that a scan stored, in a form that is equal for two scans of the same data, independent of the order of their units. */
export async function harvest(ask: Asking, scan: Body): Promise<object> {
  const containers: object[] = []
  for (const { id } of scan.container_scans) {
    const record = await ask('GET', `/container-scans/${id}`)
    const checks = await ask('GET', `/container-scans/${id}/checks?size=1000`)
    const parts: Body[] = record.partition_scans
    containers.push({
      name: record.container.name,
      result: record.result,
      message: record.message,
      records: record.records_processed,
      anomalies: record.anomaly_count,
      partitions: sorted(parts.map((part) => [part.partition.name, part.result, part.records_processed])),
      // The partition that an anomaly of several is counted for is the one that ended first.
      found: parts.reduce((total, part) => total + part.anomaly_count, 0),
      checks: sorted(checks.items.map(verdict)),
    })
  }
  const listed = await ask('GET', `/anomalies?datastore=${scan.datastore_id}&size=1000&archived=include`)
  const anomalies: object[] = []
  for (const anomaly of listed.items) anomalies.push(await plain(ask, anomaly))
  const prints = new Set(listed.items.map((anomaly: Body) => anomaly.fingerprint))
  assert.equal(prints.size, listed.total, 'no anomaly is there twice')
  return {
    result: scan.result,
    message: scan.message,
    status: scan.status,
    containers,
    anomalies: sorted(anomalies),
  }
}

function verdict(check: Body): unknown[] {
  return [
    check.description,
    check.assertion_result,
    check.assertion_details,
    check.scan_anomaly_count,
    check.asserted_records,
    check.anomalous_records,
  ]
}

async function plain(ask: Asking, anomaly: Body): Promise<object> {
  const { source_record, total } = await ask('GET', `/anomalies/${anomaly.id}/source-record?limit=10000`)
  return {
    type: anomaly.type,
    status: anomaly.status,
    container: anomaly.container.name,
    partition: anomaly.type === 'record' ? anomaly.partition_scan?.partition.name : null,
    message: anomaly.message,
    weight: anomaly.weight,
    count: anomaly.anomalous_records_count,
    failed: sorted(anomaly.failed_checks.map((one: Body) => [one.quality_check.description, one.message])),
    total,
    records: sorted(JSON.parse(source_record)),
  }
}

function sorted(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(item)).sort()
}
