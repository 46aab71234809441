import type { CheckOutcome, Evaluation, RecordFinding, ShapeFinding } from '../../engine/finding.ts'
import { fingerprintOf, shapeIdentity } from '../../engine/fingerprint.ts'
import {
  addSourceRecords,
  clearSourceRecords,
  detectedShape,
  markEnriched,
  saveAnomalies,
  type DetectedAnomaly,
  type Detection,
} from '../../store/anomalies.ts'
import { saveMeasurements } from '../../store/measurements.ts'
import type { Queryable } from '../../store/pool.ts'
import { lockFindings } from '../../store/identities.ts'
import { reactivateIdentity } from '../../store/recurring-anomalies.ts'
import { saveOutcomes, type SavedOutcome } from '../../store/scans.ts'
import { maskedFields, rewriteKept } from '../masking/rewrite-kept.ts'
import { noteFormerRows } from './former-rows.ts'
import { recogniseRows, type IdentitySettings, type RecognisedRow } from './recognise-rows.ts'

/** Record anomalies are written in groups of this many, so that one statement stays of bounded size. */
const groupSize = 500

/** What recording needs to know beyond the evaluation itself. */
export interface Recording {
  detection: Detection
  /** Weight of each check by id; an anomaly's is their sum. */
  weights: ReadonlyMap<number, number>
  source_record_limit: number
  /** Whether what was archived and is found again is opened again, rather than found anew. */
  reactivates: boolean
  /** The fields that were masked when the scan read which ones are. */
  masked_fields: ReadonlySet<string>
  /** By what its rows are recognised. */
  identity: IdentitySettings
}

/**
 * Stores what was found: anomalies with their source records, and the verdicts. Runs inside the unit's transaction while
 * the session that found it is still open, because samples are read from there as they are written; the container scan's
 * own row is left to the caller. Returns how many anomalies are new to this container scan.
 */
export async function recordEvaluation(
  transaction: Queryable,
  evaluation: Evaluation,
  recording: Recording,
): Promise<number> {
  const perCheck = new Map<number, number>()
  const count = (checkId: number) => perCheck.set(checkId, (perCheck.get(checkId) ?? 0) + 1)
  const records = evaluation.findings.filter((finding) => finding.type === 'record')
  const shapes = evaluation.findings.filter((finding) => finding.type === 'shape')

  await lockFindings(transaction, recording.detection.container_id)
  const rolledUp = evaluation.outcomes.filter((outcome) => outcome.rolled_up === true)
  await recordRows(
    transaction,
    records,
    recording,
    rolledUp.map((outcome) => outcome.check_id),
  )
  for (const { failed_checks } of records) for (const { check_id } of failed_checks) count(check_id)
  let anomalies = records.length
  for (const shape of shapes) {
    if (!(await recordShape(transaction, shape, recording))) continue
    count(shape.check_id)
    anomalies += 1
  }

  const { container_scan_id, partition_scan_id } = recording.detection
  const outcomes = evaluation.outcomes.map((outcome) => saved(outcome, perCheck.get(outcome.check_id) ?? 0))
  await saveOutcomes(transaction, container_scan_id, partition_scan_id, outcomes)
  await saveMeasurements(transaction, container_scan_id, evaluation.measurements ?? [])
  // Fields that were masked after the scan had read which ones are.
  const masked = await maskedFields(transaction, recording.detection.container_id)
  const hidden = [...masked].filter((name) => !recording.masked_fields.has(name))
  if (hidden.length > 0)
    await rewriteKept(transaction, recording.detection.container_id, { hidden, shown: [] })
  return anomalies
}

function saved({ check_id, rolled_up, ...outcome }: CheckOutcome, anomalyCount: number): SavedOutcome {
  return {
    quality_check_id: check_id,
    ...outcome,
    anomaly_count: anomalyCount,
    is_rolled_up: rolled_up ?? false,
  }
}

async function recordRows(
  transaction: Queryable,
  findings: readonly RecordFinding[],
  recording: Recording,
  rolledUp: readonly number[],
): Promise<void> {
  const { detection, identity, reactivates } = recording
  const recognised = await recogniseRows(transaction, detection, findings, identity, reactivates)
  await noteFormerRows(transaction, detection.container_scan_id, findings, recognised)
  for (let start = 0; start < findings.length; start += groupSize) {
    const group = findings.slice(start, start + groupSize)
    const anomalies = group.flatMap((finding, index) => {
      const row = recognised[start + index]
      return row ? detectedRow(finding, row, recording) : []
    })
    const ids = await saveAnomalies(transaction, detection, anomalies, rolledUp)
    await clearSourceRecords(transaction, ids)
    await addSourceRecords(
      transaction,
      group.map(({ row_hash, record }, index) => ({
        anomaly_id: ids[index] ?? 0,
        ordinal: 0,
        row_hash,
        record,
      })),
    )
  }
}

function detectedRow(
  { row_hash, failed_checks }: RecordFinding,
  { anomaly_id, identity }: RecognisedRow,
  { weights }: Recording,
): DetectedAnomaly {
  return {
    id: anomaly_id,
    type: 'record',
    identity: identity.identity,
    fingerprint: identity.fingerprint,
    identity_basis_id: identity.identity_basis_id,
    identity_hash: identity.identity_hash,
    row_hash,
    message: failed_checks.map((failed) => failed.message).join(' '),
    weight: sum(failed_checks.map((failed) => weights.get(failed.check_id) ?? 0)),
    anomalous_records_count: 1,
    failed_checks,
  }
}

/** Partitions of one scan share the shape anomaly of a check: counts add up and the sample fills up. False when it was there already. */
async function recordShape(
  transaction: Queryable,
  finding: ShapeFinding,
  recording: Recording,
): Promise<boolean> {
  const { detection, weights, source_record_limit: limit } = recording
  const identity = shapeIdentity(finding.check_id)
  const earlier = await detectedShape(transaction, detection.container_scan_id, identity)
  const count = addCounts(earlier?.anomalous_records_count, finding.anomalous_records_count)
  const message =
    earlier && finding.message_together && count !== null ? finding.message_together(count) : finding.message
  const anomaly: DetectedAnomaly = {
    id: null,
    type: 'shape',
    identity,
    identity_basis_id: null,
    identity_hash: null,
    fingerprint: fingerprintOf(detection.container_id, identity),
    row_hash: null,
    message,
    weight: weights.get(finding.check_id) ?? 0,
    anomalous_records_count: count,
    failed_checks: [{ check_id: finding.check_id, message }],
  }
  if (recording.reactivates) await reactivateIdentity(transaction, detection, identity)
  const [anomalyId = 0] = await saveAnomalies(transaction, detection, [anomaly])
  if (!earlier) await clearSourceRecords(transaction, [anomalyId])
  let ordinal = earlier?.records ?? 0
  for await (const batch of finding.records) {
    const kept = batch.slice(0, Math.max(0, limit - ordinal))
    const rows = kept.map((record, index) => ({ ...record, anomaly_id: anomalyId, ordinal: ordinal + index }))
    await addSourceRecords(transaction, rows)
    ordinal += kept.length
    if (ordinal >= limit) break
  }
  await markEnriched(transaction, anomalyId, ordinal > 0)
  return earlier === null
}

function addCounts(earlier: number | null | undefined, found: number | null): number | null {
  return found === null ? (earlier ?? null) : (earlier ?? 0) + found
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0)
}
