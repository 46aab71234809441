import {
  commitOf,
  containerScanOf,
  failContainer,
  failPartition,
  planOf,
} from '../../runs/container-units.ts'
import type { UnitKind, UnitWork } from '../../runs/operation.ts'
import { lockContainerScan } from '../../store/scans.ts'
import { beginContainer } from './begin-container.ts'
import { beginContainers } from './begin-containers.ts'
import { concludeContainer } from './conclude-container.ts'
import type { ProfilePayload } from './payload.ts'
import { profilePartition } from './profile-partition.ts'
import { profilePartitions } from './profile-partitions.ts'
import type { ProfiledPartition, StepInput } from './step.ts'

/** Looks at a container, and measures it where there is one partition. */
export const container: UnitKind<ProfilePayload, object> = {
  kind: 'container',
  run: (work) => beginContainer(stepInput(work)),
  run_together: (together) => beginContainers(together, stepInput),
  abandon: failContainer,
}

/** Measures one partition of several. */
export const partition: UnitKind<ProfilePayload, ProfiledPartition> = {
  kind: 'partition',
  run: (work) => profilePartition(stepInput(work), work.unit.subject.partition),
  run_together: (together) => profilePartitions(together, stepInput, conclude),
  async abandon(transaction, unit, message) {
    const container_scan_id = containerScanOf(unit)
    await lockContainerScan(transaction, container_scan_id)
    const { partition: name } = unit.subject
    return failPartition(transaction, { container_scan_id, name, message }, conclude)
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
  const { environment, operation, unit, signal } = work
  return {
    environment,
    operation_container_id: containerScanOf(unit),
    settings: operation.payload,
    signal,
    commit: commitOf(work, partition, conclude),
  }
}
