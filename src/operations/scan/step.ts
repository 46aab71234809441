import type { Environment } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { tellContainer } from '../../connectors/traced.ts'
import { maskedInReach, type ScanRequest } from '../../engine/check.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { withContainerSession } from '../../services/datastores/container-session.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import type { LoadedScan, ScanSettings } from '../../services/judging/load-request.ts'
import { loggingRemarks, type CommitStep } from './step-commits.ts'
import { closingAreas } from '../../services/judging/staging.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import type { Formers } from './former-scan.ts'

/** A step of a container scan with all that it knows of the container. */
export interface Step {
  environment: Environment
  scan: ContainerScanRow
  loaded: LoadedScan
  commit: CommitStep
  /** What earlier scans left of the containers that are begun with this one (default: it is begun by itself). */
  formers?: Formers
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
export function stepOf(
  scanned: Pick<Step, 'environment' | 'scan' | 'loaded' | 'formers'>,
  commit: CommitStep,
): Step {
  const logRemarks: string[] = []
  const all = () => [...scanned.loaded.logRemarks, ...logRemarks]
  return { ...scanned, commit: loggingRemarks(commit, scanned.scan, all), logRemarks }
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
  const place = { datastore_id: scan.datastore_id, ...loaded.request.container }
  tellContainer(environment.span, scan, loaded.request.container)
  return closingAreas(loaded.request, () =>
    withContainerSession(
      environment,
      place,
      signal,
      (session, leave) => withholdingReason(maskedInReach(loaded.request), () => work(session, leave)),
      { origin: scan },
    ),
  )
}

/** Rows that came after the partitions were read belong to the next incremental scan: none may count in one place only. */
export function until(request: ScanRequest, last: string | null): ScanRequest {
  if (request.increment === null || last === null) return request
  return { ...request, increment: { ...request.increment, up_to: last } }
}

/** The fields as the first step of the container scan saw them. */
export function observedIn(scan: ContainerScanRow): readonly DiscoveredField[] {
  return scan.observed_fields ?? []
}
