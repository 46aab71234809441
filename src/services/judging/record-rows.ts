import { hasChanged } from '../../engine/held-rows.ts'
import type { RecordFinding } from '../../engine/finding.ts'
import { messageFrom } from '../../disclosure/messages.ts'
import type { Policy } from '../../disclosure/policy.ts'
import type { HeldRecord } from '../../kernel/record-json.ts'
import {
  addSourceRecords,
  clearSourceRecords,
  noteDetections,
  saveAnomalies,
  type DetectedAnomaly,
  type FoundFailure,
  type RolledUp,
} from '../../store/anomalies.ts'
import { keptRecords, rememberFormer } from '../../store/former-records.ts'
import { addFailures, lockFoundRows } from '../../store/found-rows.ts'
import { foundByAny } from '../../store/later-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { recogniseRows, type RecognisedRow } from './recognise-rows.ts'
import type { OrderedRecording } from './recording.ts'

/** Record anomalies are written in groups of this many, so that one statement stays of bounded size. */
const groupSize = 500

/** A row that was found in a partition; null: by the conclusion of the container. */
export interface FoundRecord {
  finding: RecordFinding
  partition_scan_id: number | null
}

/** A found row, and which anomaly it is. */
interface KnownRow extends FoundRecord {
  recognised: RecognisedRow
}

/**
 * Stores the rows that were found, with the anomalies that they are; `rolledUp`: see RolledUp. An anomaly that a later scan found
 * stays as that one says, and is listed under this one.
 */
export async function recordRows(
  transaction: Queryable,
  found: readonly FoundRecord[],
  recording: OrderedRecording,
  rolledUp: RolledUp,
): Promise<void> {
  if (found.length === 0) return
  const findings = found.map(({ finding }) => finding)
  const { detection, identity, reactivates, later } = recording
  // The conclusion finds rows of which its partitions may have made anomalies.
  const overtakenBy = found.every(({ partition_scan_id }) => partition_scan_id === null) ? later : []
  const recognised = await recogniseRows(transaction, detection, findings, identity, reactivates, overtakenBy)
  const known = found.flatMap((one, index): KnownRow[] => {
    const row = recognised[index]
    return row ? [{ ...one, recognised: row }] : []
  })
  const rows = await leaveOvertaken(transaction, known, recording)
  await noteFormerRows(transaction, detection.container_scan_id, rows)
  for (let start = 0; start < rows.length; start += groupSize) {
    const group = rows.slice(start, start + groupSize)
    const anomalies = group.map((row) => detectedRow(row, recording))
    const ids = await saveAnomalies(transaction, detection, anomalies, rolledUp)
    await clearSourceRecords(transaction, ids)
    await addSourceRecords(
      transaction,
      group.map(({ finding: { row_hash, record } }, index) => ({
        anomaly_id: ids[index] ?? 0,
        ordinal: 0,
        row_hash,
        record,
      })),
    )
  }
}

/** Lists under this scan the anomalies that a later one has found; the other rows. */
async function leaveOvertaken(
  transaction: Queryable,
  rows: readonly KnownRow[],
  { detection, later }: OrderedRecording,
): Promise<readonly KnownRow[]> {
  if (later.length === 0) return rows
  const ids = rows.flatMap(({ recognised }) => recognised.anomaly_id ?? [])
  const overtaken = await foundByAny(transaction, later, ids)
  const isOvertaken = ({ recognised }: KnownRow) => overtaken.has(recognised.anomaly_id ?? 0)
  await noteDetections(
    transaction,
    detection,
    rows
      .filter(isOvertaken)
      .map(({ partition_scan_id, recognised }) => ({ id: recognised.anomaly_id ?? 0, partition_scan_id })),
  )
  return rows.filter((row) => !isOvertaken(row))
}

function detectedRow(
  { finding, partition_scan_id, recognised: { anomaly_id, identity } }: KnownRow,
  { weights, policy }: OrderedRecording,
): DetectedAnomaly {
  const failed_checks = failuresOf(finding, policy)
  return {
    id: anomaly_id,
    partition_scan_id,
    type: 'record',
    identity: identity.identity,
    fingerprint: identity.fingerprint,
    identity_basis_id: identity.identity_basis_id,
    identity_hash: identity.identity_hash,
    row_hash: finding.row_hash,
    message: failed_checks.map((failed) => failed.message).join(' '),
    weight: sum(failed_checks.map((failed) => weights.get(failed.check_id) ?? 0)),
    anomalous_records_count: 1,
    failed_checks,
  }
}

/** The checks that a row failed, with messages as everybody may read them. */
function failuresOf({ record, failed_checks }: RecordFinding, policy: Policy): FoundFailure[] {
  const rows = new Map([[0, record]])
  return failed_checks.map(({ check_id, template, is_rewritable }) => ({
    check_id,
    message: messageFrom(template, rows, policy),
    template: is_rewritable ? template : null,
  }))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0)
}

/** Keeps, in the history of anomalies that are found again, the rows whose values changed since. */
async function noteFormerRows(
  transaction: Queryable,
  containerScanId: number,
  rows: readonly KnownRow[],
): Promise<void> {
  const ids = rows.flatMap(({ recognised }) => recognised.anomaly_id ?? [])
  const kept = await keptRecords(transaction, ids)
  const former = new Map<number, HeldRecord>()
  for (const { finding, recognised } of rows) {
    const before = kept.get(recognised.anomaly_id ?? 0)
    if (recognised.anomaly_id === null || before === undefined) continue
    if (hasChanged(before, finding.record)) former.set(recognised.anomaly_id, before)
  }
  await rememberFormer(transaction, containerScanId, former)
}

/**
 * Adds what the conclusion of a container scan found in rows to the anomalies that its partitions made of the same rows, but for
 * those that a later scan has found. Returns the findings of rows that only the conclusion found. Of rows that are equal the first
 * joins the first, and so on.
 */
export async function joinFoundRows(
  transaction: Queryable,
  containerScanId: number,
  findings: readonly RecordFinding[],
  { weights, policy, later }: Pick<OrderedRecording, 'weights' | 'policy' | 'later'>,
): Promise<RecordFinding[]> {
  if (findings.length === 0) return []
  const hashes = [...new Set(findings.map(({ row_hash }) => row_hash))]
  const found = await lockFoundRows(transaction, containerScanId, hashes)
  const overtaken = await foundByAny(
    transaction,
    later,
    found.map(({ id }) => id),
  )
  const free = Map.groupBy(found, ({ row_hash }) => row_hash)
  const alone: RecordFinding[] = []
  const joined: Parameters<typeof addFailures>[1][number][] = []
  for (const finding of findings) {
    const row = free.get(finding.row_hash)?.shift()
    if (!row) {
      alone.push(finding)
      continue
    }
    if (overtaken.has(row.id)) continue
    const failed_checks = failuresOf(finding, policy)
    const checks = new Set([...row.checks, ...failed_checks.map(({ check_id }) => check_id)])
    const weight = [...checks].reduce((sum, check) => sum + (weights.get(check) ?? 0), 0)
    joined.push({ id: row.id, weight, failed_checks })
  }
  await addFailures(transaction, joined)
  return alone
}
