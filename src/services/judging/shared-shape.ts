import type { ShapeFinding } from '../../engine/finding.ts'
import { fingerprintOf } from '../../engine/fingerprint.ts'
import type { MessagePart } from '../../model/message-template.ts'
import type { DetectedAnomaly, DetectedShape } from '../../store/anomalies.ts'
import type { StandingShape } from '../../store/standing-shapes.ts'
import type { Recording } from './recording.ts'

/** A shape finding of one partition; null: of the container. */
export interface FoundShape {
  finding: ShapeFinding
  partition_scan_id: number | null
}

/** Findings that share an anomaly, as it is to be stored. */
export interface SharedShape {
  identity: string
  found: readonly FoundShape[]
  /** The finding whose words it has: the last. */
  last: FoundShape
  message: string
  /** Of all that this scan found so far. */
  count: number | null
  /** The open anomaly that keeps its count, message and sample; null where they are those of this scan. */
  standing: StandingShape | null
  /** The id of the open anomaly that a later scan has found, and that stays as that one says; null where there is none. */
  overtaken: number | null
  /** Rows of this scan that are kept with it already. */
  kept: number
}

/** What is known of the anomaly of an identity before these findings. */
interface Before {
  earlier: DetectedShape | null
  standing: StandingShape | null
  /** Failing rows that this scan has counted for it; null for none. */
  counted: number | null
  /** What a scan that began later has found it in; null: none has. */
  found_later: 'in_all_rows' | 'in_new_rows' | null
}

/**
 * The anomaly that findings of one identity share: counts add up and the sample fills up. A scan that reads only what is new
 * leaves an open anomaly its count, message and sample while it finds no more rows than that counts, whichever of both scans
 * is recorded first.
 */
export function sharedShape(
  identity: string,
  found: readonly FoundShape[],
  last: FoundShape,
  { earlier, standing, counted, found_later }: Before,
  readsNewOnly: boolean,
): SharedShape {
  let count = counted
  let { message } = last.finding
  for (const { finding } of found) {
    const before = count
    count = addCounts(before, finding.anomalous_records_count)
    const together = before === null || count === null ? null : finding.message_together?.(count)
    message = together ?? finding.message
  }
  const standingCount = standing?.anomalous_records_count ?? null
  // Null where one of both is not counted.
  const more = standingCount === null || count === null ? null : standingCount - count
  const stands = readsNewOnly && more !== null && more >= 0
  const isOvertaken =
    found_later === 'in_all_rows' || (found_later === 'in_new_rows' && (more === null || more > 0))
  // A sample that this scan left as it was, or that a later one has taken since, is none of its own.
  const isShared = readsNewOnly || found_later !== null
  const isOwn = earlier !== null && (!isShared || earlier.anomalous_records_count === counted)
  return {
    identity,
    found,
    last,
    message,
    count,
    standing: stands ? standing : null,
    overtaken: isOvertaken ? (standing?.id ?? null) : null,
    kept: isOwn ? earlier.records : 0,
  }
}

function addCounts(earlier: number | null, found: number | null): number | null {
  return found === null ? earlier : (earlier ?? 0) + found
}

/** The anomaly as it is written. */
export function anomalyOf(
  { identity, found, last, message, count, standing }: SharedShape,
  { detection, weights }: Pick<Recording, 'detection' | 'weights'>,
): DetectedAnomaly {
  const { check_id } = last.finding
  const said: { message: string; template: MessagePart[] | null } = standing ?? { message, template: null }
  return {
    id: null,
    partition_scan_id: found[0]?.partition_scan_id ?? null,
    type: 'shape',
    identity,
    identity_basis_id: null,
    identity_hash: null,
    fingerprint: fingerprintOf(detection.container_id, identity),
    row_hash: null,
    message: said.message,
    weight: weights.get(check_id) ?? 0,
    anomalous_records_count: standing?.anomalous_records_count ?? count,
    failed_checks: [{ check_id, message: said.message, template: said.template }],
  }
}
