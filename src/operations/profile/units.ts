import { containerScanOf, failContainer, planOf } from '../../runs/container-units.ts'
import type { UnitKind, UnitWork } from '../../runs/operation.ts'
import { seed } from '../../runs/operation.ts'
import { openPartitions, saveFailedPartition } from '../../store/partition-scans.ts'
import { lockContainerScan } from '../../store/scans.ts'
import { beginContainer } from './begin-container.ts'
import { concludeContainer } from './conclude-container.ts'
import type { ProfilePayload } from './payload.ts'
import { profilePartition } from './profile-partition.ts'
import type { StepInput } from './step.ts'

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
    const container_scan_id = containerScanOf(unit)
    await lockContainerScan(transaction, container_scan_id)
    const name = unit.subject.partition
    await saveFailedPartition(transaction, container_scan_id, name, message)
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

/** Finds the containers, each with a unit. */
export const plan = planOf(container)

function stepInput(work: UnitWork<ProfilePayload, object>): StepInput {
  const { environment, operation, unit, signal, commit } = work
  const container_scan_id = containerScanOf(unit)
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
