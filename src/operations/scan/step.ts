import type { Environment } from '../../access/context.ts'
import type { Session } from '../../connectors/connector.ts'
import type { ScanRequest } from '../../engine/check.ts'
import type { PartitionRange } from '../../engine/partition-range.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { withSession } from '../../services/datastores/open-session.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import type { LoadedScan, ScanSettings } from './load-request.ts'
import type { Recording } from './recording.ts'
import { withholdingReason } from './withhold-reason.ts'

/** What a partition unit reads: a partition of the source by its name, or a range of a table. */
export interface PartitionSubject {
  partition: string
  range?: PartitionRange
}

/** The end of one step: what to add to the run's status, and the partitions or the conclusion that come next. */
export interface StepEnd {
  status: Record<string, number>
  partitions: PartitionSubject[]
  conclusion: boolean
  /** Writes the container scan's own row; see Progress. */
  locked(transaction: Queryable): Promise<void>
}

/** Hands the writing of a step to the unit's transaction; see UnitWork.commit. */
type CommitStep = (write: (transaction: Queryable) => Promise<StepEnd>) => Promise<void>

/** A step of a container scan with all that it knows of the container. */
export interface Step {
  environment: Environment
  scan: ContainerScanRow
  loaded: LoadedScan
  commit: CommitStep
}

/** Where a step of a container scan runs. */
export interface StepInput {
  environment: Environment
  container_scan_id: number
  settings: ScanSettings
  signal: AbortSignal
  commit: CommitStep
}

/** The same commit, with the source left before the unit ends: who sees its place free must find it free. */
export function leaving(commit: CommitStep, leave: () => Promise<void>): CommitStep {
  return (write) =>
    commit(async (transaction) => {
      const end = await write(transaction)
      await leave()
      return end
    })
}

/** Opens the source of the container for `work`; `leave` closes it before the end. */
export function inSession(
  { environment, scan, loaded, signal }: Omit<Step, 'commit'> & { signal: AbortSignal },
  work: (session: Session, leave: () => Promise<void>) => Promise<void>,
): Promise<void> {
  return withSession(environment, scan.datastore_id, signal, (session, leave) =>
    withholdingReason(loaded.request.masked_fields, () => work(session, leave)),
  )
}

/** Rows that came after the partitions were read belong to the next incremental scan: none may count in one place only. */
export function until(request: ScanRequest, last: string | null): ScanRequest {
  if (request.increment === null || last === null) return request
  return { ...request, increment: { ...request.increment, up_to: last } }
}

/** How what the step found is recorded; `partitionScanId` null: as found in the container as a whole. */
export function recording(
  { scan, loaded }: Pick<Step, 'scan' | 'loaded'>,
  partitionScanId: number | null,
): Recording {
  const { id, datastore_id, container_id } = scan
  return {
    detection: { datastore_id, container_id, container_scan_id: id, partition_scan_id: partitionScanId },
    weights: loaded.weights,
    source_record_limit: loaded.request.source_record_limit,
    reads_new_only:
      (loaded.increment.increment?.above ?? null) !== null ||
      (loaded.increment.files?.after ?? null) !== null,
    reactivates: loaded.reactivates,
    masked_fields: loaded.request.masked_fields,
    identity: loaded.identity,
  }
}

/** The fields as the first step of the container scan saw them. */
export function observedIn(scan: ContainerScanRow): readonly DiscoveredField[] {
  return scan.observed_fields ?? []
}
