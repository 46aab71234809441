import { totalsText } from '../../engine/kept-totals.ts'
import type { UnitKind, UnitOf, UnitWork } from '../../runs/operation.ts'
import { seed } from '../../runs/operation.ts'
import { openPartitions, savePartitionScan } from '../../store/partition-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { planContainers } from '../../store/run-containers.ts'
import { endContainerScan, lockContainerScan } from '../../store/scans.ts'
import { beginContainer } from './begin-container.ts'
import { concludeContainer } from './conclude-container.ts'
import type { ProfilePayload } from './payload.ts'
import { profilePartition } from './profile-partition.ts'
import type { StepInput } from './step.ts'

/** Writes what is to be done in each container, each with a unit. */
export const plan: UnitKind<ProfilePayload, object> = {
  kind: 'plan',
  without_source: true,
  run: ({ operation, commit }) =>
    commit(async (transaction) => {
      const planned = await planContainers(transaction, operation, operation.payload)
      return {
        next: planned.map((id) => seed(container, {}, { container_scan_id: id })),
        status: { total_containers: planned.length },
      }
    }),
  abandon: async () => ({}),
}

/** Looks at a container, and measures it where there is one partition. */
export const container: UnitKind<ProfilePayload, object> = {
  kind: 'container',
  run: (work) => beginContainer(stepInput(work)),
  abandon: failContainer,
}

/** Measures one partition of several. */
export const partition: UnitKind<ProfilePayload, { partition: string }> = {
  kind: 'partition',
  run: (work) => profilePartition(stepInput(work), work.unit.subject.partition),
  async abandon(transaction, unit, message) {
    const container_scan_id = containerOf(unit)
    await lockContainerScan(transaction, container_scan_id)
    await savePartitionScan(transaction, {
      container_scan_id,
      partition_name: unit.subject.partition,
      start_time: null,
      records_processed: 0,
      anomaly_count: 0,
      result: 'failure',
      message,
      totals: totalsText({}),
      highest: null,
    })
    const isLast = (await openPartitions(transaction, container_scan_id)) <= 1
    return { next: isLast ? [seed(conclude, {}, { container_scan_id })] : [] }
  },
}

/** Measures a container of several partitions as a whole, when each has been measured. */
export const conclude: UnitKind<ProfilePayload, object> = {
  kind: 'conclude',
  run: (work) => concludeContainer(stepInput(work)),
  abandon: failContainer,
}

async function failContainer(transaction: Queryable, unit: UnitOf<object>, message: string) {
  const id = containerOf(unit)
  await lockContainerScan(transaction, id)
  return { locked: (transaction: Queryable) => endContainerScan(transaction, id, 'failure', message) }
}

/** Every unit but the plan is about a container. */
function containerOf({ id, container_scan_id }: UnitOf<object>): number {
  if (container_scan_id === null) throw new Error(`The unit ${id} of a profile names no container.`)
  return container_scan_id
}

function stepInput(work: UnitWork<ProfilePayload, object>): StepInput {
  const { environment, operation, unit, signal, commit } = work
  const container_scan_id = containerOf(unit)
  return {
    environment,
    operation_container_id: container_scan_id,
    settings: operation.payload,
    signal,
    commit: (write) =>
      commit(async (transaction) => {
        const { partitions, conclusion, ...progress } = await write(transaction)
        const next = partitions.map((name) => seed(partition, { partition: name }, { container_scan_id }))
        const last = conclusion ? [seed(conclude, {}, { container_scan_id })] : []
        return { ...progress, next: [...next, ...last] }
      }),
  }
}
