import type { Environment } from '../../access/context.ts'
import type { Session } from '../../connectors/connector.ts'
import type { ScanRequest } from '../../engine/check.ts'
import { concludeContainer } from '../../engine/conclude-container.ts'
import { evaluatePartition } from '../../engine/evaluate-partition.ts'
import type { Evaluation, PartialTotals } from '../../engine/finding.ts'
import { mergeCells } from '../../engine/merge.ts'
import { cutIntoRanges, type PartitionRange } from '../../engine/partition-range.ts'
import { planAgainst, planScan, type ScanPlan } from '../../engine/scan-plan.ts'
import type { Cell } from '../../kernel/cell.ts'
import { messageOf } from '../../kernel/errors.ts'
import type { Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { isCut, replacePartitions } from '../../store/catalogue.ts'
import { logToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import {
  checksWithoutVerdict,
  countContainerScan,
  endContainerScan,
  failedPartitions,
  lockContainerScan,
  markAsserted,
  moveCheckpoint,
  openPartitions,
  partitionTotals,
  readPartitions,
  saveObservedFields,
  savePartitionScan,
  saveRemark,
  startContainerScan,
  type ContainerScanRow,
} from '../../store/scans.ts'
import { withSession } from '../../services/datastores/open-session.ts'
import { hasChecks, isUnreadable, passOver } from './pass-over.ts'
import type { PartitionSubject, StepEnd } from './step-end.ts'
import { newPartitions, nextCheckpoint } from './increment.ts'
import { loadScan, type LoadedScan, type ScanSettings } from './load-request.ts'
import { withholdingReason } from './withhold-reason.ts'
import { recordEvaluation } from './record-evaluation.ts'
import type { Recording } from './recording.ts'

/** Checks that a refusal names; the others are counted. */
const namedChecks = 20

/** Hands the writing of a step to the unit's transaction; see UnitWork.commit. */
type CommitStep = (write: (transaction: Queryable) => Promise<StepEnd>) => Promise<void>

interface Step {
  environment: Environment
  scan: ContainerScanRow
  loaded: LoadedScan
  commit: CommitStep
}

/** The same commit, with the source left before the unit ends: who sees its place free must find it free. */
function leaving(commit: CommitStep, leave: () => Promise<void>): CommitStep {
  return (write) =>
    commit(async (transaction) => {
      const end = await write(transaction)
      await leave()
      return end
    })
}

/** The same commit, with what the source said of the rows that it shows kept beside it. */
function remarking(commit: CommitStep, scan: ContainerScanRow, remarks: readonly string[]): CommitStep {
  const remark = remarks.length === 0 ? null : remarks.join(' ')
  if (remark === scan.remark) return commit
  return (write) =>
    commit(async (transaction) => {
      const end = await write(transaction)
      const locked = async (transaction: Queryable) => {
        await end.locked(transaction)
        await saveRemark(transaction, scan.id, remark)
      }
      return { ...end, locked }
    })
}

/** Where a step of a container scan runs. */
export interface StepInput {
  environment: Environment
  container_scan_id: number
  settings: ScanSettings
  signal: AbortSignal
  commit: CommitStep
}

/**
 * First step: judges the schema. A container of one partition is then read and concluded in the same session, so that
 * every verdict and record comes from one snapshot; one of several is left to a step per partition and a conclusion.
 */
export async function beginContainer(input: StepInput): Promise<void> {
  const scan = await startContainerScan(input.environment.store.database, input.container_scan_id)
  try {
    await beginScan(input, scan)
  } catch (error) {
    if (hasChecks(scan) || !isUnreadable(error)) throw error
    await input.commit(async () => passOver(scan, messageOf(error)))
  }
}

async function beginScan(
  { environment, settings, signal, commit }: StepInput,
  scan: ContainerScanRow,
): Promise<void> {
  const loaded = await loadScan(environment, scan, settings, signal)
  await inSession({ environment, scan, loaded, signal }, async (session, leave) => {
    const plan = await planScan(session, loaded.request)
    const step: Step = {
      environment,
      scan,
      loaded,
      commit: remarking(leaving(commit, leave), scan, plan.remarks),
    }
    const unread = newPartitions(plan.partitions, loaded.increment)
    const [only, ...others] = unread
    const isOne = plan.abort_reason === null && only !== undefined && others.length === 0
    const { ranges, remark } =
      isOne && loaded.cut ? await cutIntoRanges(session, plan, loaded.cut) : { ranges: [], remark: null }
    if (isOne && ranges.length === 0) return readWhole(step, session, plan, only.name, remark)
    return step.commit(async (transaction) => {
      await lockContainerScan(transaction, scan.id)
      const anomalies = await recordEvaluation(transaction, plan.schema, recording(step, null))
      const { abort_reason: reason, observed } = plan
      const status = { anomalies_identified: anomalies }
      if (reason !== null) {
        await markAsserted(transaction, scan.id)
        const locked = async (transaction: Queryable) => {
          await countContainerScan(transaction, scan.id, 0)
          await endContainerScan(transaction, scan.id, 'failure', reason)
        }
        return { status, partitions: [], conclusion: false, locked }
      }
      const partitions = await keepPartitions(transaction, scan.container_id, plan, unread, ranges)
      const locked = async (transaction: Queryable) => {
        await countContainerScan(transaction, scan.id, 0)
        await saveObservedFields(transaction, scan.id, observed)
      }
      return { status, partitions, conclusion: partitions.length === 0, locked }
    })
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
  return unread.map(({ name }) => ({ partition: name }))
}

async function readWhole(
  step: Step,
  session: Session,
  plan: ScanPlan,
  partition: string,
  remark: string | null,
): Promise<void> {
  const startTime = (await step.environment.clock.now(step.environment.store.database)).toISOString()
  const rows = await evaluatePartition(session, plan, partition)
  const whole = await concludeContainer(session, plan, [rows.totals], [partition])
  await step.commit(async (transaction) => {
    const { id, container_id, operation_id } = step.scan
    await lockContainerScan(transaction, id)
    // A table that was cut by the last scan, and is not any more, is one partition again.
    if (await isCut(transaction, container_id))
      await replacePartitions(transaction, container_id, plan.partitions)
    let anomalies = await recordEvaluation(transaction, plan.schema, recording(step, null))
    anomalies += await recordPartition(transaction, step, partition, startTime, rows)
    anomalies += await recordEvaluation(transaction, whole, recording(step, null))
    const flaw = await finishChecks(transaction, step, [rows.highest], plan.request.last_modified)
    return {
      status: { ...partitionStatus(rows, anomalies), containers_analyzed: flaw === null ? 1 : 0 },
      partitions: [],
      conclusion: false,
      async locked(transaction) {
        if (remark !== null) await logToOperation(transaction, operation_id, 'warning', remark, container_id)
        await countContainerScan(transaction, id, rows.records_processed)
        await endContainerScan(transaction, id, flaw === null ? 'success' : 'failure', flaw)
      },
    }
  })
}

/** A step per partition of a container of several; the last one to end calls for the conclusion. */
export async function scanPartition(
  { environment, container_scan_id, settings, signal, commit }: StepInput,
  { partition, range }: PartitionSubject,
): Promise<void> {
  const startTime = (await environment.clock.now(environment.store.database)).toISOString()
  const scan = await startContainerScan(environment.store.database, container_scan_id)
  const loaded = await loadScan(environment, scan, settings, signal)
  await inSession({ environment, scan, loaded, signal }, async (session, leave) => {
    const request = until(loaded.request, range?.up_to ?? null)
    const plan = planAgainst(session.dialect, request, observedIn(scan))
    const rows = await evaluatePartition(session, plan, range ?? partition)
    const step: Step = { environment, scan, loaded, commit: leaving(commit, leave) }
    await step.commit(async (transaction) => {
      await lockContainerScan(transaction, scan.id)
      const anomalies = await recordPartition(transaction, step, partition, startTime, rows)
      const conclusion = (await openPartitions(transaction, scan.id)) <= 1
      const locked = (transaction: Queryable) =>
        countContainerScan(transaction, scan.id, rows.records_processed)
      return { status: partitionStatus(rows, anomalies), partitions: [], conclusion, locked }
    })
  })
}

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
  const failed = await failedPartitions(database, scan.id)
  if (failed.length > 0) {
    const reasons = failed.map(
      ({ partition_name, message }) => `${partition_name}: ${message ?? 'unknown reason'}`,
    )
    const sentence = `${failed.length} of its partitions failed. ${reasons.join(' ')}`
    if (!hasChecks(scan)) return commit(async () => passOver(scan, sentence))
    return commit(async (transaction) => {
      await lockContainerScan(transaction, scan.id)
      await markAsserted(transaction, scan.id)
      const locked = (transaction: Queryable) => endContainerScan(transaction, scan.id, 'failure', sentence)
      return { status: {}, partitions: [], conclusion: false, locked }
    })
  }
  const loaded = await loadScan(environment, scan, settings, signal)
  const totals = (await partitionTotals(database, scan.id)) as Record<number, PartialTotals>[]
  const read = await readPartitions(database, scan.id)
  const names = loaded.increment.files === null ? 'all' : read.map((partition) => partition.partition_name)
  const highest = read.map((partition) => partition.highest)
  return inSession({ environment, scan, loaded, signal }, async (session, leave) => {
    const step: Step = { environment, scan, loaded, commit: leaving(commit, leave) }
    const last = mergeCells('max', highest)
    const request = until(loaded.request, last === null ? null : String(last))
    const plan = planAgainst(session.dialect, request, observedIn(scan))
    const whole = await concludeContainer(session, plan, totals, names)
    await step.commit(async (transaction) => {
      await lockContainerScan(transaction, scan.id)
      const anomalies = await recordEvaluation(transaction, whole, recording(step, null))
      const flaw = await finishChecks(transaction, step, highest, loaded.request.last_modified)
      return {
        status: { containers_analyzed: flaw === null ? 1 : 0, anomalies_identified: anomalies },
        partitions: [],
        conclusion: false,
        async locked(transaction) {
          await countContainerScan(transaction, scan.id, 0)
          await endContainerScan(transaction, scan.id, flaw === null ? 'success' : 'failure', flaw)
        },
      }
    })
  })
}

/** Opens the source of the container for `work`; `leave` closes it before the end. */
function inSession(
  { environment, scan, loaded, signal }: Omit<Step, 'commit'> & { signal: AbortSignal },
  work: (session: Session, leave: () => Promise<void>) => Promise<void>,
): Promise<void> {
  return withSession(environment, scan.datastore_id, signal, (session, leave) =>
    withholdingReason(loaded.request.masked_fields, () => work(session, leave)),
  )
}

/** Rows that came after the partitions were read belong to the next incremental scan: none may count in one place only. */
function until(request: ScanRequest, last: string | null): ScanRequest {
  if (request.increment === null || last === null) return request
  return { ...request, increment: { ...request.increment, up_to: last } }
}

/**
 * Marks the checks, and moves the point from which the next incremental scan reads. `highest` has an entry for each partition
 * that was read. Null, or why the container scan fails after all: with something read, every check has a verdict or says why
 * it has none, and one that is passed over in silence would look like one that passed.
 */
async function finishChecks(
  transaction: Queryable,
  { environment, scan, loaded }: Pick<Step, 'environment' | 'scan' | 'loaded'>,
  highest: readonly (string | null | undefined)[],
  newestFile: string | null,
): Promise<string | null> {
  await markAsserted(transaction, scan.id)
  const ids = loaded.request.checks.map(({ id }) => id)
  const silent = highest.length === 0 ? [] : await checksWithoutVerdict(transaction, scan.id, ids)
  if (silent.length > 0) {
    const sentence = `The service reached no verdict on ${silent.length} of ${ids.length} checks (${silent.slice(0, namedChecks).join(', ')}). This is a fault of the service; please report it.`
    environment.log.error({ container_scan: scan.id, checks: silent }, sentence)
    return sentence
  }
  const checkpoint = nextCheckpoint(loaded.increment, highest, newestFile)
  if (checkpoint !== null) await moveCheckpoint(transaction, scan.container_id, checkpoint)
  return null
}

async function recordPartition(
  transaction: Queryable,
  step: Step,
  partition: string,
  startTime: string,
  rows: Evaluation,
): Promise<number> {
  const values = {
    container_scan_id: step.scan.id,
    partition_name: partition,
    start_time: startTime,
    records_processed: rows.records_processed,
    anomaly_count: 0,
    result: 'success' as const,
    message: null,
    totals: totalsText(rows.totals),
    highest: rows.highest ?? null,
  }
  const id = await savePartitionScan(transaction, values)
  const anomalies = await recordEvaluation(transaction, rows, recording(step, id))
  await savePartitionScan(transaction, { ...values, anomaly_count: anomalies })
  return anomalies
}

function recording(
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

function partitionStatus(rows: Evaluation, anomalies: number): Record<string, number> {
  return { partitions_scanned: 1, records_processed: rows.records_processed, anomalies_identified: anomalies }
}

function observedIn(scan: ContainerScanRow): readonly DiscoveredField[] {
  return scan.observed_fields ?? []
}

/** Big integers and decimals travel as text with all their digits, infinities as words; mergeCells reads both. */
function totalsText(totals: Record<number, PartialTotals>): string {
  const entries = Object.entries(totals).map(([id, { asserted, measures }]) => {
    const kept = Object.entries(measures).map(([name, cell]) => [
      name,
      keepsDigits(cell) ? cell : String(cell),
    ])
    return [id, { asserted, measures: Object.fromEntries(kept) }]
  })
  return JSON.stringify(Object.fromEntries(entries))
}

function keepsDigits(cell: Cell): boolean {
  return cell === null || typeof cell === 'string' || (typeof cell === 'number' && Number.isFinite(cell))
}
