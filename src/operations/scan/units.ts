import {
  commitOf,
  containerScanOf,
  failContainer,
  failPartition,
  planOf,
} from '../../runs/container-units.ts'
import type { UnitKind, UnitWork } from '../../runs/operation.ts'
import { lockFindingsOfScan } from '../../store/identities.ts'
import { partitionOfUnit } from '../../store/partition-scans.ts'
import { lockContainerScan } from '../../store/scans.ts'
import { beginContainer } from './begin-container.ts'
import { beginContainers } from './begin-containers.ts'
import { concludeScan } from './conclude-scan.ts'
import type { ScanPayload } from './payload.ts'
import { scanPartition } from './scan-partition.ts'
import { scanPartitions } from './scan-partitions.ts'
import type { StepInput } from './step.ts'
import type { PartitionSubject } from './step-commits.ts'

/** Begins a container scan, and ends it where there is one partition. */
export const container: UnitKind<ScanPayload, object> = {
  kind: 'container',
  run: (work) => beginContainer(stepInput(work)),
  run_together: (together) => beginContainers(together, stepInput),
  abandon: failContainer,
}

/** Reads one partition of several. */
export const partition: UnitKind<ScanPayload, PartitionSubject> = {
  kind: 'partition',
  run: (work) => scanPartition(stepInput(work), work.unit),
  run_together: (together) => scanPartitions(together, stepInput, conclude),
  async abandon(transaction, unit, message) {
    const container_scan_id = containerScanOf(unit)
    await lockContainerScan(transaction, container_scan_id)
    // The unit was claimed before its field may have been masked; who masks it waits from here on.
    await lockFindingsOfScan(transaction, container_scan_id)
    const name = (await partitionOfUnit(transaction, unit.id)) ?? unit.subject.partition
    return failPartition(transaction, { container_scan_id, name, message }, conclude)
  },
}

/** Judges a container of several partitions when they have been read. */
export const conclude: UnitKind<ScanPayload, object> = {
  kind: 'conclude',
  run: (work) => concludeScan(stepInput(work)),
  abandon: failContainer,
}

/** Finds the containers, each with a unit. */
export const plan = planOf(container)

function stepInput(work: UnitWork<ScanPayload, object>): StepInput {
  const { environment, operation, unit, signal } = work
  return {
    environment,
    container_scan_id: containerScanOf(unit),
    settings: operation.payload,
    signal,
    commit: commitOf(work, partition, conclude),
  }
}
