import { leaving } from '../../services/datastores/open-session.ts'
import type { Environment } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { evaluatePartition } from '../../engine/evaluate-partition.ts'
import { planAgainst } from '../../engine/scan-plan.ts'
import type { UnitOf } from '../../runs/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import { areLastPartitions, partitionOfUnit } from '../../store/partition-scans.ts'
import { countContainerScan, lockContainerScan, startContainerScan } from '../../store/scans.ts'
import { withFileTime } from './increment.ts'
import { withState } from './keep-unchanged.ts'
import { loadScan, type LoadedScan } from '../../services/judging/load-request.ts'
import {
  partitionStatus,
  recordPartition,
  type JudgedPartition,
} from '../../services/judging/record-partition.ts'
import { inSession, observedIn, stepOf, until, type Step, type StepInput } from './step.ts'
import type { PartitionSubject } from './step-commits.ts'

/** A step per partition of a container of several; the last one to end calls for the conclusion. */
export async function scanPartition(
  { environment, container_scan_id, settings, signal, commit }: StepInput,
  unit: UnitOf<PartitionSubject>,
): Promise<void> {
  const scan = await startContainerScan(environment.store.database, container_scan_id)
  const loaded = await loadScan(environment, scan, settings, signal)
  await inSession({ environment, scan, loaded, signal }, async (session, leave) => {
    const scanned = { environment, scan, loaded }
    const read = await readPartition(scanned, unit, session)
    await endPartition(stepOf(scanned, leaving(commit, leave)), read)
  })
}

/** The partition of the unit as it is judged now. */
export async function readPartition(
  { environment, scan, loaded }: Pick<Step, 'environment' | 'scan' | 'loaded'>,
  unit: UnitOf<PartitionSubject>,
  session: HeldSession,
): Promise<JudgedPartition> {
  const start_time = (await environment.clock.now(environment.store.database)).toISOString()
  const { partition, range } = await presentSubject(environment, unit, loaded)
  const request = until(loaded.request, range?.up_to ?? null)
  const plan = planAgainst(session.dialect, request, observedIn(scan))
  const read = await evaluatePartition(session, plan, range ?? partition)
  const judged = range ? read : await withState({ environment }, session, plan, partition, read)
  const rows = withFileTime(judged, loaded.increment, unit.subject.last_modified ?? null)
  return { partition, start_time, rows }
}

/** Writes the partition while its session is open: samples of what it found are read as they are written. */
export function endPartition(step: Step, { partition, start_time, rows }: JudgedPartition): Promise<void> {
  const { scan } = step
  return step.commit(async (transaction) => {
    await lockContainerScan(transaction, scan.id)
    const anomalies = await recordPartition(transaction, step, partition, start_time, rows)
    const conclusion = await areLastPartitions(transaction, scan.id, 1)
    const locked = (transaction: Queryable) =>
      countContainerScan(transaction, scan.id, rows.records_processed)
    return { status: partitionStatus(rows, anomalies), partitions: [], conclusion, locked }
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
