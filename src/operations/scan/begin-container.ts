import { leaving } from '../../services/datastores/open-session.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { concludeContainer } from '../../engine/conclude-container.ts'
import { evaluatePartition } from '../../engine/evaluate-partition.ts'
import { saysAnything } from '../../engine/finding.ts'
import { cutIntoRanges, type PartitionRange } from '../../engine/partition-range.ts'
import { planScan, type ScanPlan } from '../../engine/scan-plan.ts'
import { messageOf } from '../../kernel/errors.ts'
import type { Partition } from '../../model/container.ts'
import { replacePartitions } from '../../store/catalogue.ts'
import { logToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import { markAsserted } from '../../store/check-results.ts'
import {
  countContainerScan,
  endContainerScan,
  endContainerScans,
  lockContainerScan,
  saveObservedFields,
  startContainerScan,
  type ContainerScanRow,
} from '../../store/scans.ts'
import { finishChecks } from './conclude-scan.ts'
import { countedContainer, countUnchecked, isOnlyCounted } from './count-unchecked.ts'
import { hasChecks, isUnreadable, passOver } from './pass-over.ts'
import { newPartitions, withFileTime } from './increment.ts'
import { loadScan } from '../../services/judging/load-request.ts'
import { beginEnds, isClean, recordCleanEnds, type ReadContainer } from './clean-end.ts'
import { keptEvaluations, statesOf, withState } from './keep-unchanged.ts'
import { keptVerdicts } from './keep-verdicts.ts'
import { recordEvaluation } from '../../services/judging/record-evaluation.ts'
import {
  partitionStatus,
  recordPartition,
  recordPartitions,
} from '../../services/judging/record-partition.ts'
import { recording } from '../../services/judging/recording.ts'
import { inSession, stepOf, type Step, type StepInput } from './step.ts'
import { type PartitionSubject, remarking } from './step-commits.ts'

/**
 * First step: judges the schema. A container of one partition is then read and concluded in the same session, so that
 * every verdict and record comes from one snapshot; one of several is left to a step per partition and a conclusion.
 */
export async function beginContainer(input: StepInput): Promise<void> {
  const { environment, settings, signal, commit } = input
  const scan = await startContainerScan(environment.store.database, input.container_scan_id)
  await orPassOver(scan, commit, async () => {
    const loaded = await loadScan(environment, scan, settings, signal)
    await inSession({ environment, scan, loaded, signal }, (session, leave) =>
      beginIn({ environment, scan, loaded, commit: leaving(commit, leave) }, session),
    )
  })
}

/** Does the work, and ends the scan of a container without checks with a remark when it cannot be read. */
export async function orPassOver(
  scan: ContainerScanRow,
  commit: Step['commit'],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (hasChecks(scan) || !isUnreadable(error)) throw error
    await commit(async () => passOver(scan, messageOf(error)))
  }
}

/** The first step in an open session; a clean end goes to `collectCleanEnd`, to be written later, where that is given. */
export async function beginIn(
  begun: Omit<Step, 'logRemarks'>,
  session: HeldSession,
  collectCleanEnd?: (end: ReadContainer) => void,
): Promise<void> {
  const { environment, scan, loaded } = begun
  const end = async (read: ReadContainer): Promise<void> =>
    collectCleanEnd
      ? collectCleanEnd(read)
      : begun.commit((transaction) => recordCleanEnds(transaction, environment, [read]))
  const counted = isOnlyCounted(scan, loaded) ? await countUnchecked(session, loaded.request) : null
  if (counted !== null) return end(countedContainer(scan, loaded, counted))
  const plan = await planScan(session, loaded.request)
  const step = stepOf(begun, remarking(begun.commit, scan, plan.remarks))
  const unread = newPartitions(plan.partitions, loaded.increment)
  const [only, ...others] = unread
  const isOne = plan.abort_reason === null && only !== undefined && others.length === 0
  const { ranges, remark } =
    isOne && loaded.cut && hasChecks(scan)
      ? await cutIntoRanges(session, plan, loaded.cut)
      : { ranges: [], remark: null }
  if (isOne && ranges.length === 0) {
    const read = await wholeOf(step, session, plan, only)
    return remark === null && isClean(read) ? end(read) : recordWhole(step, read, plan, remark)
  }
  return leavePartitions(step, session, plan, { unread, ranges })
}

/** The end of the first step of a container that is not read in it: what its schema says, and the partitions to be read. */
async function leavePartitions(
  step: Step,
  session: HeldSession,
  plan: ScanPlan,
  { unread, ranges }: { unread: readonly Partition[]; ranges: readonly PartitionRange[] },
): Promise<void> {
  const { scan } = step
  const { abort_reason: reason, observed } = plan
  const names = reason === null && ranges.length === 0 ? unread.map(({ name }) => name) : []
  const kept = await keptEvaluations(step, session, plan, await statesOf(step, session, plan, names))
  const listed = new Map(unread.map(({ name, last_modified }) => [name, last_modified]))
  return step.commit(async (transaction) => {
    await lockContainerScan(transaction, scan.id)
    const anomalies = await recordEvaluation(transaction, plan.schema, recording(step, null))
    if (reason !== null) {
      await markAsserted(transaction, [scan.id])
      const locked = (transaction: Queryable) => endContainerScan(transaction, scan.id, 'failure', reason)
      return { status: { anomalies_identified: anomalies }, partitions: [], conclusion: false, locked }
    }
    const partitions = await keepPartitions(transaction, scan.container_id, plan, unread, ranges)
    const status = await recordPartitions(
      transaction,
      step,
      [...kept].map(([partition, rows]) => ({
        partition,
        start_time: null,
        rows: withFileTime(rows, step.loaded.increment, listed.get(partition) ?? null),
      })),
    )
    const locked = async (transaction: Queryable) => {
      await countContainerScan(transaction, scan.id, status.records_processed)
      await saveObservedFields(transaction, scan.id, observed)
    }
    const left = partitions.filter(({ partition }) => !kept.has(partition))
    return {
      status: { ...status, anomalies_identified: anomalies + status.anomalies_identified },
      partitions: left,
      conclusion: left.length === 0,
      locked,
    }
  })
}

/** Writes the partitions of a container of several as they are now, and says which of them are to be read. */
async function keepPartitions(
  transaction: Queryable,
  containerId: number,
  plan: ScanPlan,
  unread: readonly Partition[],
  ranges: readonly PartitionRange[],
): Promise<PartitionSubject[]> {
  if (ranges.length > 0) {
    const parts = ranges.map(({ name }) => ({ name, size_bytes: null, last_modified: null }))
    await replacePartitions(transaction, containerId, parts, true)
    return ranges.map((range) => ({ partition: range.name, range }))
  }
  // Files that came or changed since the last sync count too.
  await replacePartitions(transaction, containerId, plan.partitions)
  return unread.map(({ name, last_modified }) => ({ partition: name, last_modified }))
}

/** All of a container of one partition: read, or kept where it is as it was read before. */
async function wholeOf(
  step: Step,
  session: HeldSession,
  plan: ScanPlan,
  { name, last_modified }: Partition,
): Promise<ReadContainer> {
  const states = await statesOf(step, session, plan, [name])
  const kept = (await keptEvaluations(step, session, plan, states)).get(name)
  const judged =
    kept ?? (await withState(step, session, plan, name, await evaluatePartition(session, plan, name)))
  const rows = withFileTime(judged, step.loaded.increment, last_modified)
  const read = new Map([[name, rows.read_state ?? null]])
  const verdicts = await keptVerdicts(step, session, plan, read)
  const whole = await concludeContainer(session, { ...plan, kept: verdicts }, [rows.totals], [name])
  const { scan, loaded } = step
  const { schema, partitions, remarks } = plan
  return { scan, loaded, schema, partitions, remarks, partition: name, rows, whole }
}

async function recordWhole(
  step: Step,
  read: ReadContainer,
  { request }: ScanPlan,
  remark: string | null,
): Promise<void> {
  const { scan, schema, partition, rows, whole } = read
  await step.commit(async (transaction) => {
    const { id, container_id, operation_id } = scan
    await beginEnds(transaction, [read])
    let anomalies = 0
    if (saysAnything(schema)) anomalies += await recordEvaluation(transaction, schema, recording(step, null))
    anomalies += await recordPartition(transaction, step, partition, scan.start_time, rows)
    if (saysAnything(whole)) anomalies += await recordEvaluation(transaction, whole, recording(step, null))
    const { highest = null, records_processed } = rows
    const all = [{ partition_name: partition, highest, records_processed, is_before_resume: false }]
    const flaw = await finishChecks(transaction, step, all, request.last_modified)
    return {
      status: { ...partitionStatus(rows, anomalies), containers_analyzed: flaw === null ? 1 : 0 },
      partitions: [],
      conclusion: false,
      async locked(transaction) {
        if (remark !== null) await logToOperation(transaction, operation_id, 'warning', remark, container_id)
        const { statements = [], modified = null } = whole
        const result = flaw === null ? 'success' : 'failure'
        const end = { result, message: flaw, remark: scan.remark, statements, modified } as const
        await endContainerScans(transaction, [{ id, records: rows.records_processed, ...end }])
      },
    }
  })
}
