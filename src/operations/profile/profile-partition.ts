import { profilePartitions } from '../../engine/profile/profile-container.ts'
import { totalsText } from '../../engine/kept-totals.ts'
import { openPartitions, savePartitionScan } from '../../store/partition-scans.ts'
import { beginProfile, finishProfile, wholeContainer } from '../../store/profiles.ts'
import { countContainerScan, lockContainerScan } from '../../store/scans.ts'
import { figuresOf, inSession, logRefusals, requestOf, type StepInput } from './step.ts'

/** A step per partition of a container of several; the last one to end calls for the conclusion. */
export function profilePartition(input: StepInput, partition: string): Promise<void> {
  return inSession(input, async (session, step) => {
    const { work } = step
    const start = await input.environment.clock.now(input.environment.store.database)
    const request = requestOf(step, work.observed_fields ?? [])
    const measured = await profilePartitions(session, request, [partition])
    await step.commit(async (transaction) => {
      await lockContainerScan(transaction, work.id)
      const of = { operation_container_id: work.id, container_id: work.container_id }
      const whole = await beginProfile(transaction, of, wholeContainer, null)
      const part = { partition_name: partition, group_values: null }
      await finishProfile(transaction, await beginProfile(transaction, of, part, whole), figuresOf(measured))
      await savePartitionScan(transaction, {
        container_scan_id: work.id,
        partition_name: partition,
        start_time: start.toISOString(),
        records_processed: measured.records_processed,
        anomaly_count: 0,
        result: 'success',
        message: null,
        totals: totalsText({}),
        highest: null,
      })
      return {
        status: { partitions_analyzed: 1, records_processed: measured.records_processed },
        partitions: [],
        conclusion: (await openPartitions(transaction, work.id)) <= 1,
        async locked(transaction) {
          await countContainerScan(transaction, work.id, measured.records_processed)
          await logRefusals(transaction, step, measured)
        },
      }
    })
  })
}
