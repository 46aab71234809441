import type { Environment } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { maskedInReach, type ScanRequest } from '../../engine/check.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { withSession } from '../../services/datastores/open-session.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import type { LoadedScan, ScanSettings } from './load-request.ts'
import { loggingRemarks, type CommitStep } from './step-commits.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import type { Detection } from '../../store/anomalies.ts'
import type { IdentitySettings } from './recognise-rows.ts'

/** A step of a container scan with all that it knows of the container. */
export interface Step {
  environment: Environment
  scan: ContainerScanRow
  loaded: LoadedScan
  commit: CommitStep
  /** Sentences for the run's log. */
  logRemarks: string[]
}

/** Where a step of a container scan runs. */
export interface StepInput {
  environment: Environment
  container_scan_id: number
  settings: ScanSettings
  signal: AbortSignal
  commit: CommitStep
}

/** A step whose commit also writes what the source does not show to the run's log. */
export function stepOf(scanned: Pick<Step, 'environment' | 'scan' | 'loaded'>, commit: CommitStep): Step {
  const logRemarks: string[] = []
  const all = () => [...scanned.loaded.logRemarks, ...logRemarks]
  const restart = () => void (logRemarks.length = 0)
  return { ...scanned, commit: loggingRemarks(commit, scanned.scan, { restart, all }), logRemarks }
}

/** Opens the source of the container for `work`; `leave` closes it before the end. */
export function inSession(
  {
    environment,
    scan,
    loaded,
    signal,
  }: Pick<Step, 'environment' | 'scan' | 'loaded'> & { signal: AbortSignal },
  work: (session: HeldSession, leave: () => Promise<void>) => Promise<void>,
): Promise<void> {
  return withSession(environment, scan.datastore_id, signal, (session, leave) =>
    withholdingReason(maskedInReach(loaded.request), () => work(session, leave)),
  )
}

/** Rows that came after the partitions were read belong to the next incremental scan: none may count in one place only. */
export function until(request: ScanRequest, last: string | null): ScanRequest {
  if (request.increment === null || last === null) return request
  return { ...request, increment: { ...request.increment, up_to: last } }
}

/** The masked fields of the containers that the checks refer to, by their ids. */
export function maskedReferences({ references }: ScanRequest): Recording['references'] {
  return new Map([...references].map(([id, { masked_fields }]) => [id, masked_fields ?? new Set<string>()]))
}

/** The settings for recording what the step found in one partition; null: in the container as a whole. */
export function recording(
  step: Pick<Step, 'scan' | 'loaded' | 'logRemarks'>,
  partition_scan_id: number | null,
): Recording & { partition_scan_id: number | null } {
  return { ...recordingOf(step), partition_scan_id }
}

/** The same for whatever the step found. */
export function recordingOf({
  scan,
  loaded,
  logRemarks,
}: Pick<Step, 'scan' | 'loaded' | 'logRemarks'>): Recording {
  const { id, datastore_id, container_id } = scan
  return {
    detection: { datastore_id, container_id, container_scan_id: id },
    weights: loaded.weights,
    source_record_limit: loaded.request.source_record_limit,
    remark: (sentence) => void logRemarks.push(sentence),
    reads_new_only:
      (loaded.increment.increment?.above ?? null) !== null ||
      (loaded.increment.files?.after ?? null) !== null,
    reactivates: loaded.reactivates,
    masked_fields: loaded.request.masked_fields,
    references: maskedReferences(loaded.request),
    identity: loaded.identity,
  }
}

/** The fields as the first step of the container scan saw them. */
export function observedIn(scan: ContainerScanRow): readonly DiscoveredField[] {
  return scan.observed_fields ?? []
}

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
  /** The same of the containers that the checks refer to, by their ids. */
  references: ReadonlyMap<number, ReadonlySet<string>>
  /** Takes a sentence for the log of the run. */
  remark(sentence: string): void
  /** By what its rows are recognised. */
  identity: IdentitySettings
}
