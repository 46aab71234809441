import { leaving } from '../../services/datastores/open-session.ts'
import type { Environment } from '../../access/context.ts'
import { evaluatePartition } from '../../engine/evaluate-partition.ts'
import type { Evaluation } from '../../engine/finding.ts'
import { totalsText } from '../../engine/kept-totals.ts'
import { planAgainst } from '../../engine/scan-plan.ts'
import type { UnitOf } from '../../runs/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import {
  finishPartitionScans,
  openPartitions,
  partitionOfUnit,
  savePartitionScan,
  type SavedPartition,
} from '../../store/partition-scans.ts'
import { countContainerScan, lockContainerScan, startContainerScan } from '../../store/scans.ts'
import { withState } from './keep-unchanged.ts'
import { loadScan, type LoadedScan } from '../../services/judging/load-request.ts'
import { recordEvaluation } from '../../services/judging/record-evaluation.ts'
import { recording } from '../../services/judging/recording.ts'
import { inSession, observedIn, stepOf, until, type Step, type StepInput } from './step.ts'
import type { PartitionSubject } from './step-commits.ts'

/** A step per partition of a container of several; the last one to end calls for the conclusion. */
export async function scanPartition(
  { environment, container_scan_id, settings, signal, commit }: StepInput,
  unit: UnitOf<PartitionSubject>,
): Promise<void> {
  const startTime = (await environment.clock.now(environment.store.database)).toISOString()
  const scan = await startContainerScan(environment.store.database, container_scan_id)
  const loaded = await loadScan(environment, scan, settings, signal)
  const { partition, range } = await presentSubject(environment, unit, loaded)
  await inSession({ environment, scan, loaded, signal }, async (session, leave) => {
    const request = until(loaded.request, range?.up_to ?? null)
    const plan = planAgainst(session.dialect, request, observedIn(scan))
    const read = await evaluatePartition(session, plan, range ?? partition)
    const rows = range ? read : await withState({ environment }, session, plan, partition, read)
    const step = stepOf({ environment, scan, loaded }, leaving(commit, leave))
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

/** The subject of the unit, under the name that its range has since its field was masked. */
async function presentSubject(
  { store }: Environment,
  { id, subject }: UnitOf<PartitionSubject>,
  { request }: LoadedScan,
): Promise<PartitionSubject> {
  const { range } = subject
  if (range === undefined || !request.masked_fields.has(range.field)) return subject
  const name = (await partitionOfUnit(store.database, id)) ?? subject.partition
  return { partition: name, range: { ...range, name } }
}

/** Writes what was found in one partition, and how far it was read; the number of anomalies. */
export async function recordPartition(
  transaction: Queryable,
  step: Step,
  partition: string,
  startTime: string | null,
  rows: Evaluation,
): Promise<number> {
  const values = savedPartition(step.scan.id, partition, startTime, rows)
  // The statements that read samples are still to be sent.
  const id = await savePartitionScan(transaction, { ...values, statements: null })
  const anomalies = await recordEvaluation(transaction, rows, recording(step, id))
  await finishPartitionScans(transaction, [{ id, anomalies, statements: rows.statements ?? [] }])
  return anomalies
}

/** A partition that was read, as it is stored; its anomalies are counted later. `start_time` null: now. */
export function savedPartition(
  container_scan_id: number,
  partition_name: string,
  start_time: string | null,
  rows: Evaluation,
): SavedPartition {
  return {
    container_scan_id,
    partition_name,
    start_time,
    records_processed: rows.records_processed,
    anomaly_count: 0,
    result: 'success',
    message: null,
    totals: totalsText(rows.totals),
    highest: rows.highest ?? null,
    read_state: rows.read_state ?? null,
    unchanged_since: rows.unchanged_since ?? null,
    statements: rows.statements ?? null,
  }
}

/** The share of one partition in the numbers of the run. */
export function partitionStatus(rows: Evaluation, anomalies: number): Record<string, number> {
  return { partitions_scanned: 1, records_processed: rows.records_processed, anomalies_identified: anomalies }
}
