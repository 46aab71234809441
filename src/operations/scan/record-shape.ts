import { StatementRefused } from '../../connectors/connector.ts'
import { noRecords, type ShapeFinding } from '../../engine/finding.ts'
import { fingerprintOf, shapeIdentity } from '../../engine/fingerprint.ts'
import {
  addSourceRecords,
  clearSourceRecords,
  detectedShape,
  markEnriched,
  saveAnomalies,
  type DetectedAnomaly,
} from '../../store/anomalies.ts'
import { withheldFailure } from '../../engine/masking.ts'
import type { MessagePart } from '../../model/message-template.ts'
import type { Queryable } from '../../store/pool.ts'
import { reactivateIdentity } from '../../store/recurring-anomalies.ts'
import { rolledUpSoFar, standingShape } from '../../store/standing-shapes.ts'
import { nameValues } from './name-values.ts'
import type { Policy } from '../../disclosure/policy.ts'
import type { Recording } from './step.ts'

/**
 * Stores a shape finding. Partitions of one scan share the anomaly of a check: counts add up and the sample fills up. A scan
 * that reads only what is new leaves an open anomaly its count, message and sample while it finds no more rows than that
 * counts. False when this scan had found the anomaly already.
 */
export async function recordShape(
  transaction: Queryable,
  finding: ShapeFinding,
  recording: Recording,
  policy: Policy,
): Promise<boolean> {
  const { detection, source_record_limit: limit } = recording
  const { container_id, container_scan_id } = detection
  const identity = shapeIdentity(finding.check_id, finding.partition)
  const earlier = await detectedShape(transaction, container_scan_id, identity)
  const counted = recording.reads_new_only
    ? await rolledUpSoFar(transaction, container_scan_id, finding.check_id)
    : earlier?.anomalous_records_count
  const count = addCounts(counted, finding.anomalous_records_count)
  const standing = recording.reads_new_only ? await standingShape(transaction, container_id, identity) : null
  const standingCount = standing?.anomalous_records_count ?? null
  if (standing && standingCount !== null && count !== null && standingCount >= count) {
    await saveAnomalies(transaction, detection, [
      anomalyOf(finding, recording, identity, standing, standingCount),
    ])
    return earlier === null
  }
  const message =
    counted != null && finding.message_together && count !== null
      ? finding.message_together(count)
      : finding.message
  if (recording.reactivates) await reactivateIdentity(transaction, detection, identity)
  const anomaly = anomalyOf(finding, recording, identity, { message, template: null }, count)
  const [anomalyId = 0] = await saveAnomalies(transaction, detection, [anomaly])
  // A sample that this scan left as it was is none of its own.
  const own = earlier && (!recording.reads_new_only || earlier.anomalous_records_count === counted)
  if (!own) await clearSourceRecords(transaction, [anomalyId])
  let ordinal = own ? earlier.records : 0
  try {
    // A sample that is full asks the source for nothing.
    for await (const batch of ordinal < limit ? finding.records : noRecords()) {
      const kept = batch.slice(0, Math.max(0, limit - ordinal))
      const rows = kept.map((record, index) => ({
        ...record,
        anomaly_id: anomalyId,
        ordinal: ordinal + index,
      }))
      await addSourceRecords(transaction, rows)
      ordinal += kept.length
      if (ordinal >= limit) break
    }
  } catch (error) {
    // To show a row the source reads all of its columns; what was counted stands without them.
    if (!(error instanceof StatementRefused)) throw error
    const remark = `The source does not show ${ordinal === 0 ? 'the' : 'all'} rows that fail check ${finding.check_id}: ${sentenceOf(error.message)}`
    recording.remark(isAllShown(recording) ? remark : withheldFailure(remark))
  }
  await markEnriched(transaction, anomalyId, ordinal > 0)
  await nameValues(transaction, anomalyId, { ...finding, message }, policy)
  return earlier === null
}

const isAllShown = ({ masked_fields, references }: Recording): boolean =>
  masked_fields.size === 0 && [...references.values()].every((masked) => masked.size === 0)

const sentenceOf = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)

function anomalyOf(
  { check_id }: ShapeFinding,
  { detection, weights }: Recording,
  identity: string,
  { message, template }: { message: string; template: MessagePart[] | null },
  count: number | null,
): DetectedAnomaly {
  return {
    id: null,
    type: 'shape',
    identity,
    identity_basis_id: null,
    identity_hash: null,
    fingerprint: fingerprintOf(detection.container_id, identity),
    row_hash: null,
    message,
    weight: weights.get(check_id) ?? 0,
    anomalous_records_count: count,
    failed_checks: [{ check_id, message, template }],
  }
}

function addCounts(earlier: number | null | undefined, found: number | null): number | null {
  return found === null ? (earlier ?? null) : (earlier ?? 0) + found
}
