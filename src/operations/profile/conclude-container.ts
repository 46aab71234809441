import { describeContainer } from '../../engine/describe-container.ts'
import { failureOfPartitions } from '../../runs/end-partitions.ts'
import { readPartitions } from '../../store/partition-scans.ts'
import { markProfiled } from '../../store/profiled-containers.ts'
import { endContainerScan, lockContainerScan } from '../../store/scans.ts'
import { keepWhole, measureWhole } from './measure-whole.ts'
import { inSession, logRefusals, logUnlearned, requestOf, type StepInput } from './step.ts'

/** Last step of a container of several partitions: measures the rows of all of them together. */
export async function concludeContainer(input: StepInput): Promise<void> {
  const { environment, operation_container_id: id, commit } = input
  const { database } = environment.store
  const failure = await failureOfPartitions(database, id)
  if (failure !== null) {
    return commit(async (transaction) => {
      await lockContainerScan(transaction, id)
      const locked = () => endContainerScan(transaction, id, 'failure', failure)
      return { status: {}, partitions: [], conclusion: false, locked }
    })
  }
  const read = new Set((await readPartitions(database, id)).map(({ partition_name }) => partition_name))
  return inSession(input, async (session, step) => {
    const { work, loaded } = step
    const { partitions } = await describeContainer(session, loaded.reference, loaded.known_fields)
    const there = partitions.filter(({ name }) => read.has(name))
    const measured = await measureWhole(session, step, requestOf(step, work.observed_fields ?? []), there)
    await step.commit(async (transaction) => {
      await lockContainerScan(transaction, work.id)
      await markProfiled(transaction, [work.container_id])
      const status = await keepWhole(transaction, step, measured)
      return {
        status: { containers_analyzed: 1, ...status },
        partitions: [],
        conclusion: false,
        async locked(transaction) {
          await logRefusals(transaction, step, measured.whole)
          await logUnlearned(transaction, step, measured.inferred)
          await endContainerScan(transaction, work.id, 'success', null)
        },
      }
    })
  })
}
