import type { HeldSession } from '../../connectors/connector.ts'
import { totalsText } from '../../engine/kept-totals.ts'
import { profilePartitions, type MeasuredPart } from '../../engine/profile/profile-container.ts'
import { areLastPartitions, savePartitionScans } from '../../store/partition-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { beginProfile, finishProfile, wholeContainer } from '../../store/profiles.ts'
import { countContainerScan, lockContainerScan, type ContainerScanRow } from '../../store/scans.ts'
import { figuresOf, inSession, logRefusals, requestOf, type Step, type StepInput } from './step.ts'

/** A partition that was measured, and has only to be written. */
export interface MeasuredPartition {
  scan: ContainerScanRow
  step: Step
  partition: string
  /** ISO 8601 UTC. */
  start_time: string
  measured: MeasuredPart
}

/** A step per partition of a container of several; the last one to end calls for the conclusion. */
export function profilePartition(input: StepInput, partition: string): Promise<void> {
  return inSession(input, async (session, step) => {
    const { id } = step.work
    const measured = await measurePartition(session, step, partition)
    await step.commit(async (transaction) => {
      await lockContainerScan(transaction, id)
      const { status, locked } = await keepPartitions(transaction, step.work, [measured])
      return {
        status,
        partitions: [],
        conclusion: await areLastPartitions(transaction, id, 1),
        async locked(transaction) {
          await countContainerScan(transaction, id, status.records_processed)
          await locked(transaction)
        },
      }
    })
  })
}

/** Measures the rows of one partition. */
export async function measurePartition(
  session: HeldSession,
  step: Step,
  partition: string,
): Promise<MeasuredPartition> {
  const { environment, work: scan } = step
  const start = await environment.clock.now(environment.store.database)
  const request = requestOf(step, scan.observed_fields ?? [])
  const measured = await profilePartitions(session, request, [partition])
  return { scan, step, partition, start_time: start.toISOString(), measured }
}

/** Writes partitions of one container; the caller holds the lock of the container scan. `locked`: see Progress. */
export async function keepPartitions(
  transaction: Queryable,
  { id, container_id }: ContainerScanRow,
  ends: readonly MeasuredPartition[],
) {
  const of = { operation_container_id: id, container_id }
  const whole = await beginProfile(transaction, of, wholeContainer, null)
  for (const { partition, measured } of ends) {
    const part = { partition_name: partition, group_values: null }
    await finishProfile(transaction, await beginProfile(transaction, of, part, whole), figuresOf(measured))
  }
  await savePartitionScans(
    transaction,
    ends.map(({ partition, start_time, measured }) => ({
      container_scan_id: id,
      partition_name: partition,
      start_time,
      records_processed: measured.records_processed,
      anomaly_count: 0,
      result: 'success',
      message: null,
      totals: totalsText({}),
      highest: null,
    })),
  )
  const records_processed = ends.reduce((sum, { measured }) => sum + measured.records_processed, 0)
  return {
    status: { partitions_analyzed: ends.length, records_processed },
    async locked(transaction: Queryable) {
      for (const { step, measured } of ends) await logRefusals(transaction, step, measured)
    },
  }
}
