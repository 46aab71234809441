import { leaving } from '../../services/datastores/open-session.ts'
import { concludeContainer } from '../../engine/conclude-container.ts'
import { readTotals } from '../../engine/kept-totals.ts'
import { mergeCells } from '../../engine/merge.ts'
import { planAgainst } from '../../engine/scan-plan.ts'
import { failureOfPartitions } from '../../runs/end-partitions.ts'
import type { Queryable } from '../../store/pool.ts'
import { markAsserted, missingVerdicts } from '../../store/check-results.ts'
import { readStates } from '../../store/former-readings.ts'
import { partitionTotals, readPartitions, type PartitionReading } from '../../store/partition-scans.ts'
import { endContainerScan, lockContainerScan, moveCheckpoint, startContainerScan } from '../../store/scans.ts'
import { nextCheckpoint } from './increment.ts'
import { loadScan } from '../../services/judging/load-request.ts'
import { keptVerdicts } from './keep-verdicts.ts'
import { hasChecks, passOver } from './pass-over.ts'
import { reportSilence } from '../../services/judging/report-silence.ts'
import { recordEvaluation } from '../../services/judging/record-evaluation.ts'
import { recording } from '../../services/judging/recording.ts'
import { inSession, observedIn, stepOf, until, type Step, type StepInput } from './step.ts'

/** Last step of a container of several partitions: judges totals and groups over all of them. */
export async function concludeScan({
  environment,
  container_scan_id,
  settings,
  signal,
  commit,
}: StepInput): Promise<void> {
  const { database } = environment.store
  const scan = await startContainerScan(database, container_scan_id)
  const failure = await failureOfPartitions(database, scan.id)
  if (failure !== null) {
    if (!hasChecks(scan)) return commit(async () => passOver(scan, failure))
    return commit(async (transaction) => {
      await lockContainerScan(transaction, scan.id)
      await markAsserted(transaction, [scan.id])
      const locked = (transaction: Queryable) => endContainerScan(transaction, scan.id, 'failure', failure)
      return { status: {}, partitions: [], conclusion: false, locked }
    })
  }
  const loaded = await loadScan(environment, scan, settings, signal)
  const totals = (await partitionTotals(database, scan.id)).map(readTotals)
  const read = await readPartitions(database, scan.id)
  const names = loaded.increment.files === null ? 'all' : read.map((partition) => partition.partition_name)
  return inSession({ environment, scan, loaded, signal }, async (session, leave) => {
    const step = stepOf({ environment, scan, loaded }, leaving(commit, leave))
    const last = mergeCells(
      'max',
      read.map(({ highest }) => highest),
    )
    const request = until(loaded.request, last === null ? null : String(last))
    const plan = planAgainst(session.dialect, request, observedIn(scan))
    const kept = await keptVerdicts(step, session, plan, await readStates(database, scan.id))
    const whole = await concludeContainer(session, { ...plan, kept }, totals, names)
    await step.commit(async (transaction) => {
      await lockContainerScan(transaction, scan.id)
      const anomalies = await recordEvaluation(transaction, whole, recording(step, null))
      const flaw = await finishChecks(transaction, step, read, loaded.request.last_modified)
      return {
        status: { containers_analyzed: flaw === null ? 1 : 0, anomalies_identified: anomalies },
        partitions: [],
        conclusion: false,
        locked(transaction) {
          const result = flaw === null ? 'success' : 'failure'
          return endContainerScan(transaction, scan.id, result, flaw, whole)
        },
      }
    })
  })
}

/**
 * Marks the checks, and moves the point from which the next incremental scan reads. `read` are the partitions
 * that were read. Null, or why the container scan fails after all: with something read, every check has a verdict or says why
 * it has none, and one that is passed over in silence would look like one that passed.
 */
export async function finishChecks(
  transaction: Queryable,
  { environment, scan, loaded }: Pick<Step, 'environment' | 'scan' | 'loaded'>,
  read: readonly PartitionReading[],
  newestFile: string | null,
): Promise<string | null> {
  await markAsserted(transaction, [scan.id])
  const ids = loaded.request.checks.map(({ id }) => id)
  const due = ids.map((id) => ({ container_scan_id: scan.id, quality_check_id: id }))
  const silent = read.length === 0 ? [] : await missingVerdicts(transaction, due)
  if (silent.length > 0) {
    const checks = silent.map(({ quality_check_id }) => quality_check_id)
    return reportSilence(environment, scan.id, checks, ids.length)
  }
  // Files that were read before the run was resumed may have got rows since, which lie below those of the others.
  const isTorn = loaded.cut === null && new Set(read.map((part) => part.is_before_resume)).size > 1
  if (isTorn) return null
  const checkpoint = nextCheckpoint(loaded.increment, read, newestFile, loaded.request.record_cap)
  if (checkpoint !== null) await moveCheckpoint(transaction, scan.container_id, checkpoint)
  return null
}
