import type { Evaluation } from '../../engine/finding.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { hideSince } from '../../disclosure/hide-since.ts'
import { adaptThresholds } from '../checks/adapt-thresholds.ts'
import type { Held } from '../../kernel/held.ts'
import type { Quantity } from '../../kernel/quantity.ts'
import { saveMeasurements } from '../../store/measurements.ts'
import type { Queryable } from '../../store/pool.ts'
import { lockFindings } from '../../store/identities.ts'
import {
  rolledUpChecks,
  saveOutcomes,
  type DueVerdict,
  type SavedOutcome,
} from '../../store/check-results.ts'
import { laterScans } from '../../store/later-scans.ts'
import { joinFoundRows, recordRows, type FoundRecord } from './record-rows.ts'
import { recordShapes } from './record-shapes.ts'
import type { FoundShape } from './shared-shape.ts'
import type { OrderedRecording, Recording } from './recording.ts'

/** What was found in one partition, by its scan; null: over the container. */
export interface EvaluatedPart {
  partition_scan_id: number | null
  evaluation: Evaluation
}

/**
 * Stores what was found: anomalies with their source records, and the verdicts. Runs inside the unit's transaction while
 * the session that found it is still open, because samples are read from there as they are written; the container scan's
 * own row is left to the caller. Returns how many anomalies are new to this container scan.
 */
export async function recordEvaluation(
  transaction: Queryable,
  evaluation: Evaluation,
  { partition_scan_id, ...recording }: Recording & Pick<EvaluatedPart, 'partition_scan_id'>,
): Promise<number> {
  const part = { partition_scan_id, evaluation }
  return (await recordEvaluations(transaction, [part], recording)).get(part) ?? 0
}

/**
 * Stores, as `recordEvaluation` does, what was found in several partitions of a container, with a number of statements that does
 * not depend on theirs; the numbers of new anomalies by their parts. An anomaly that partitions share is new to the first of them.
 */
export async function recordEvaluations(
  transaction: Queryable,
  parts: readonly EvaluatedPart[],
  recording: Recording,
): Promise<ReadonlyMap<EvaluatedPart, number>> {
  const { container_id, container_scan_id, of_given_rows = false } = recording.detection
  await lockFindings(transaction, container_id)
  // As it is now, and stays until the transaction ends: who masks a field waits for it.
  const policy = await policyOf(transaction, container_id)
  const found = new Map(parts.map((part) => [part, findingsOf(part)]))
  const isSilent = parts.every(({ evaluation }) => evaluation.findings.length === 0)
  const later = isSilent ? [] : await laterScans(transaction, container_scan_id)
  const ordered = { ...recording, policy, later }
  const fresh = await freshRecords(transaction, found, ordered)
  await recordRows(
    transaction,
    [...fresh.values()].flat(),
    ordered,
    await rolledUpOf(transaction, parts, container_scan_id, fresh),
  )
  const shapes = [...found.values()].flatMap((one) => one.shapes)
  const isNew = await recordShapes(transaction, shapes, ordered)

  const outcomes: SavedOutcome[] = []
  const anomalies = new Map<EvaluatedPart, number>()
  for (const [part, { records, shapes }] of found) {
    const { partition_scan_id, evaluation } = part
    const newShapes = shapes.filter((shape) => isNew.has(shape))
    anomalies.set(part, (fresh.get(part)?.length ?? 0) + newShapes.length)
    const failed = [
      ...records.flatMap(({ finding }) => finding.failed_checks.map(({ check_id }) => check_id)),
      ...newShapes.map(({ finding }) => finding.check_id),
    ]
    const perCheck = new Map<number, number>()
    for (const check of failed) perCheck.set(check, (perCheck.get(check) ?? 0) + 1)
    const place = { container_scan_id, partition_scan_id, is_of_given_rows: of_given_rows }
    outcomes.push(...savedOutcomes(evaluation, place, perCheck))
  }
  await saveOutcomes(transaction, outcomes)
  const measured = parts.flatMap(({ evaluation }) => savedMeasurements(evaluation, container_scan_id))
  await saveMeasurements(transaction, measured)
  await adaptThresholds(transaction, measured)
  // Fields that were masked after the scan had read which ones are.
  const { masked_fields: known, references } = recording
  if (policy.since(known).length > 0 || references.size > 0)
    await hideSince(transaction, [{ container_id, known, references }])
  return anomalies
}

interface Findings {
  records: FoundRecord[]
  shapes: FoundShape[]
}

function findingsOf({ partition_scan_id, evaluation }: EvaluatedPart): Findings {
  const records: FoundRecord[] = []
  const shapes: FoundShape[] = []
  for (const finding of evaluation.findings) {
    if (finding.type === 'record') records.push({ finding, partition_scan_id })
    else shapes.push({ finding, partition_scan_id })
  }
  return { records, shapes }
}

/** The rows of each part of which no anomaly is yet; the conclusion adds to those of its partitions what it found in the same rows. */
async function freshRecords(
  transaction: Queryable,
  found: ReadonlyMap<EvaluatedPart, Findings>,
  recording: OrderedRecording,
): Promise<Map<EvaluatedPart, FoundRecord[]>> {
  const fresh = new Map<EvaluatedPart, FoundRecord[]>()
  for (const [part, { records }] of found) {
    const { partition_scan_id } = part
    const findings = records.map(({ finding }) => finding)
    const alone =
      partition_scan_id === null
        ? await joinFoundRows(transaction, recording.detection.container_scan_id, findings, recording)
        : findings
    fresh.set(
      part,
      alone.map((finding) => ({ finding, partition_scan_id })),
    )
  }
  return fresh
}

/** The checks whose rows a part does not list one by one; those of the conclusion are of all its partitions. */
async function rolledUpOf(
  transaction: Queryable,
  parts: readonly EvaluatedPart[],
  containerScanId: number,
  fresh: ReadonlyMap<EvaluatedPart, readonly FoundRecord[]>,
): Promise<Map<number | null, number[]>> {
  const rolledUp = new Map<number | null, number[]>()
  for (const part of parts) {
    const { partition_scan_id, evaluation } = part
    const own = evaluation.outcomes.flatMap((outcome) => (outcome.rolled_up ? outcome.check_id : []))
    const isAll = partition_scan_id === null && (fresh.get(part)?.length ?? 0) > 0
    const before = isAll ? await rolledUpChecks(transaction, containerScanId) : []
    rolledUp.set(partition_scan_id, [...new Set([...own, ...before])])
  }
  return rolledUp
}

/** The verdicts as they are stored; `anomalies` has the number of each check's anomalies (default 0). */
export function savedOutcomes(
  { outcomes }: Evaluation,
  place: Pick<SavedOutcome, 'container_scan_id' | 'partition_scan_id'> & { is_of_given_rows?: boolean },
  anomalies: ReadonlyMap<number, number> = new Map(),
): SavedOutcome[] {
  return outcomes.map(({ check_id, rolled_up, unchanged_since, proof, ...outcome }) => ({
    is_of_given_rows: false,
    ...place,
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
