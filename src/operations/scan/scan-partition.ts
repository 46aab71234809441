import { leaving } from '../../services/datastores/open-session.ts'
import type { Environment } from '../../access/context.ts'
import { evaluatePartition } from '../../engine/evaluate-partition.ts'
import { planAgainst } from '../../engine/scan-plan.ts'
import type { UnitOf } from '../../runs/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import { openPartitions, partitionOfUnit } from '../../store/partition-scans.ts'
import { countContainerScan, lockContainerScan, startContainerScan } from '../../store/scans.ts'
import { withState } from './keep-unchanged.ts'
import { loadScan, type LoadedScan } from '../../services/judging/load-request.ts'
import { partitionStatus, recordPartition } from '../../services/judging/record-partition.ts'
import { inSession, observedIn, stepOf, until, type StepInput } from './step.ts'
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
