import type { Policy } from '../../disclosure/policy.ts'
import type { ScanRequest } from '../../engine/check.ts'
import type { Detection } from '../../store/anomalies.ts'
import type { LaterScan } from '../../store/later-scans.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import type { LoadedScan } from './load-request.ts'
import type { IdentitySettings } from './recognise-rows.ts'

/** The input of recording beside the evaluation itself. */
export interface Recording {
  detection: Detection
  /** Weight of each check by id; an anomaly's is their sum. */
  weights: ReadonlyMap<number, number>
  source_record_limit: number
  /** True when the scan leaves out rows or files that earlier ones have read. */
  reads_new_only: boolean
  /** True when an archived anomaly that is found again is opened again, rather than found anew. */
  reactivates: boolean
  /** The fields that were masked when the scan read which ones are. */
  masked_fields: ReadonlySet<string>
  /** Those that were masked then in the containers that the checks refer to, by the ids of these. */
  references: ReadonlyMap<number, ReadonlySet<string>>
  /** Takes a sentence for the log of the run. */
  remark(sentence: string): void
  /** By what its rows are recognised. */
  identity: IdentitySettings
}

/** A recording with what was read in its transaction: how words are shown to everybody, and the scans whose words go before these. */
export interface OrderedRecording extends Recording {
  policy: Policy
  later: readonly LaterScan[]
}

/** A container scan that has findings to be recorded. */
export interface Judged {
  scan: ContainerScanRow
  loaded: LoadedScan
  /** Takes sentences for the run's log. */
  logRemarks: string[]
}

/** The masked fields of the containers that the checks refer to, by their ids. */
export function maskedReferences({ references }: ScanRequest): Recording['references'] {
  return new Map([...references].map(([id, { masked_fields }]) => [id, masked_fields ?? new Set<string>()]))
}

/** The settings for recording what the step found in one partition; null: in the container as a whole. */
export function recording(
  step: Judged,
  partition_scan_id: number | null,
): Recording & { partition_scan_id: number | null } {
  return { ...recordingOf(step), partition_scan_id }
}

/** The settings for recording whatever the step found, in any part of the container. */
export function recordingOf({ scan, loaded, logRemarks }: Judged): Recording {
  const { id, datastore_id, container_id } = scan
  return {
    detection: { datastore_id, container_id, container_scan_id: id, of_given_rows: loaded.rows_are_given },
    weights: loaded.weights,
    source_record_limit: loaded.request.source_record_limit,
    remark: (sentence) => void logRemarks.push(sentence),
    reads_new_only:
      (loaded.increment.increment?.above ?? null) !== null ||
      (loaded.increment.files?.after ?? null) !== null,
    reactivates: loaded.reactivates,
    masked_fields: loaded.request.masked_fields,
    references: maskedReferences(loaded.request),
    // Those of given rows are recognised in their own run only.
    identity: loaded.rows_are_given
      ? { ...loaded.identity, salt: `${loaded.identity.salt} ${id}` }
      : loaded.identity,
  }
}
