import type { Evaluation, RecordFinding } from '../../engine/finding.ts'
import { messageFrom } from '../../disclosure/messages.ts'
import { policyOf } from '../../disclosure/policies.ts'
import type { Policy } from '../../disclosure/policy.ts'
import { hideSince } from '../../disclosure/hide-since.ts'
import { adaptThresholds } from '../../services/checks/adapt-thresholds.ts'
import { hasChanged } from '../../engine/held-rows.ts'
import type { Held } from '../../kernel/held.ts'
import type { Quantity } from '../../kernel/quantity.ts'
import {
  addSourceRecords,
  clearSourceRecords,
  saveAnomalies,
  type DetectedAnomaly,
  type Detection,
  type FoundFailure,
} from '../../store/anomalies.ts'
import { saveMeasurements } from '../../store/measurements.ts'
import type { Queryable } from '../../store/pool.ts'
import { lockFindings } from '../../store/identities.ts'
import {
  rolledUpChecks,
  saveOutcomes,
  type DueVerdict,
  type SavedOutcome,
} from '../../store/check-results.ts'
import { recordShape } from './record-shape.ts'
import type { Recording } from './step.ts'
import { recogniseRows, type RecognisedRow } from './recognise-rows.ts'
import type { HeldRecord } from '../../kernel/record-json.ts'
import { keptRecords, rememberFormer } from '../../store/former-records.ts'
import { addFailures, lockFoundRows } from '../../store/found-rows.ts'

/** Record anomalies are written in groups of this many, so that one statement stays of bounded size. */
const groupSize = 500

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
  const { container_id, container_scan_id, partition_scan_id } = recording.detection
  // As it is now, and stays until the transaction ends: who masks a field waits for it.
  const policy = await policyOf(transaction, container_id)
  const isConclusion = partition_scan_id === null
  const fresh = isConclusion
    ? await joinFoundRows(transaction, container_scan_id, records, recording.weights, policy)
    : records
  const rolledUp = evaluation.outcomes.flatMap((outcome) => (outcome.rolled_up ? outcome.check_id : []))
  const rolledUpBefore =
    isConclusion && fresh.length > 0 ? await rolledUpChecks(transaction, container_scan_id) : []
  await recordRows(transaction, fresh, { ...recording, policy }, [...rolledUp, ...rolledUpBefore])
  for (const { failed_checks } of records) for (const { check_id } of failed_checks) count(check_id)
  let anomalies = fresh.length
  for (const shape of shapes) {
    if (!(await recordShape(transaction, shape, recording, policy))) continue
    count(shape.check_id)
    anomalies += 1
  }

  await saveOutcomes(transaction, savedOutcomes(evaluation, recording.detection, perCheck))
  const measured = savedMeasurements(evaluation, container_scan_id)
  await saveMeasurements(transaction, measured)
  await adaptThresholds(transaction, measured)
  // Fields that were masked after the scan had read which ones are.
  const { masked_fields: known, references } = recording
  if (policy.since(known).length > 0 || references.size > 0)
    await hideSince(transaction, [{ container_id, known, references }])
  return anomalies
}

/** The verdicts as they are stored; `anomalies` has the number of each check's anomalies (default 0). */
export function savedOutcomes(
  { outcomes }: Evaluation,
  { container_scan_id, partition_scan_id }: Pick<Detection, 'container_scan_id' | 'partition_scan_id'>,
  anomalies: ReadonlyMap<number, number> = new Map(),
): SavedOutcome[] {
  return outcomes.map(({ check_id, rolled_up, unchanged_since, proof, ...outcome }) => ({
    container_scan_id,
    partition_scan_id,
    quality_check_id: check_id,
    ...outcome,
    anomaly_count: anomalies.get(check_id) ?? 0,
    is_rolled_up: rolled_up ?? false,
    unchanged_since: unchanged_since ?? null,
    proof: proof ?? null,
  }))
}

/** The measurements as they are stored. */
export function savedMeasurements(
  { measurements = [] }: Evaluation,
  container_scan_id: number,
): (DueVerdict & { value: Held<Quantity> })[] {
  return measurements.map(({ check_id, value }) => ({ container_scan_id, quality_check_id: check_id, value }))
}

async function recordRows(
  transaction: Queryable,
  findings: readonly RecordFinding[],
  recording: Recording & { policy: Policy },
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
  finding: RecordFinding,
  { anomaly_id, identity }: RecognisedRow,
  { weights, policy }: Recording & { policy: Policy },
): DetectedAnomaly {
  const failed_checks = failuresOf(finding, policy)
  return {
    id: anomaly_id,
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
  findings: readonly RecordFinding[],
  recognised: readonly RecognisedRow[],
): Promise<void> {
  const ids = recognised.flatMap(({ anomaly_id }) => anomaly_id ?? [])
  const kept = await keptRecords(transaction, ids)
  const former = new Map<number, HeldRecord>()
  recognised.forEach(({ anomaly_id }, index) => {
    const before = kept.get(anomaly_id ?? 0)
    const now = findings[index]?.record
    if (anomaly_id === null || before === undefined || now === undefined) return
    if (hasChanged(before, now)) former.set(anomaly_id, before)
  })
  await rememberFormer(transaction, containerScanId, former)
}

/**
 * Adds what the conclusion of a container scan found in rows to the anomalies that its partitions made of the same rows.
 * Returns the findings of rows that only the conclusion found. Of rows that are equal the first joins the first, and so on.
 */
async function joinFoundRows(
  transaction: Queryable,
  containerScanId: number,
  findings: readonly RecordFinding[],
  weights: ReadonlyMap<number, number>,
  policy: Policy,
): Promise<RecordFinding[]> {
  if (findings.length === 0) return []
  const hashes = [...new Set(findings.map(({ row_hash }) => row_hash))]
  const found = await lockFoundRows(transaction, containerScanId, hashes)
  const free = Map.groupBy(found, ({ row_hash }) => row_hash)
  const alone: RecordFinding[] = []
  const joined: Parameters<typeof addFailures>[1][number][] = []
  for (const finding of findings) {
    const row = free.get(finding.row_hash)?.shift()
    if (!row) {
      alone.push(finding)
      continue
    }
    const failed_checks = failuresOf(finding, policy)
    const checks = new Set([...row.checks, ...failed_checks.map(({ check_id }) => check_id)])
    const weight = [...checks].reduce((sum, check) => sum + (weights.get(check) ?? 0), 0)
    joined.push({ id: row.id, weight, failed_checks })
  }
  await addFailures(transaction, joined)
  return alone
}
