import type { UnitKind, UnitOf, UnitWork } from '../../runs/operation.ts'
import { seed } from '../../runs/operation.ts'
import { totalsText } from '../../engine/kept-totals.ts'
import type { Queryable } from '../../store/pool.ts'
import { lockFindingsOfScan } from '../../store/identities.ts'
import { openPartitions, partitionOfUnit, savePartitionScan } from '../../store/partition-scans.ts'
import { endContainerScan, lockContainerScan } from '../../store/scans.ts'
import { beginContainer } from './begin-container.ts'
import { beginContainers } from './begin-containers.ts'
import { concludeScan } from './conclude-scan.ts'
import type { ScanPayload } from './payload.ts'
import { planContainers } from '../../store/run-containers.ts'
import { scanPartition } from './scan-partition.ts'
import type { StepInput } from './step.ts'
import type { PartitionSubject } from './step-commits.ts'

/** Writes the container scans, each with a unit. */
export const plan: UnitKind<ScanPayload, object> = {
  kind: 'plan',
  without_source: true,
  run: ({ operation, commit }) =>
    commit(async (transaction) => {
      const scans = await planContainers(transaction, operation, operation.payload)
      return {
        next: scans.map((id) => seed(container, {}, { container_scan_id: id })),
        status: { total_containers: scans.length },
      }
    }),
  abandon: async () => ({}),
}

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
  async abandon(transaction, unit, message) {
    const container_scan_id = containerScanOf(unit)
    await lockContainerScan(transaction, container_scan_id)
    // The unit was claimed before its field may have been masked; who masks it waits from here on.
    await lockFindingsOfScan(transaction, container_scan_id)
    await savePartitionScan(transaction, {
      container_scan_id,
      partition_name: (await partitionOfUnit(transaction, unit.id)) ?? unit.subject.partition,
      start_time: null,
      records_processed: 0,
      anomaly_count: 0,
      result: 'failure',
      message,
      totals: totalsText({}),
      highest: null,
      read_state: null,
      unchanged_since: null,
    })
    const isLast = (await openPartitions(transaction, container_scan_id)) <= 1
    return { next: isLast ? [seed(conclude, {}, { container_scan_id })] : [] }
  },
}

/** Judges a container of several partitions when they have been read. */
export const conclude: UnitKind<ScanPayload, object> = {
  kind: 'conclude',
  run: (work) => concludeScan(stepInput(work)),
  abandon: failContainer,
}

async function failContainer(transaction: Queryable, unit: UnitOf<object>, message: string) {
  const id = containerScanOf(unit)
  await lockContainerScan(transaction, id)
  return { locked: (transaction: Queryable) => endContainerScan(transaction, id, 'failure', message) }
}

/** Every unit but the plan is about a container scan. */
function containerScanOf({ id, container_scan_id }: UnitOf<object>): number {
  if (container_scan_id === null) throw new Error(`The unit ${id} of a scan names no container scan.`)
  return container_scan_id
}

function stepInput({
  environment,
  operation,
  unit,
  signal,
  commit,
}: UnitWork<ScanPayload, object>): StepInput {
  const container_scan_id = containerScanOf(unit)
  return {
    environment,
    container_scan_id,
    settings: operation.payload,
    signal,
    commit: (write) =>
      commit(async (transaction) => {
        const { status, partitions, conclusion, locked } = await write(transaction)
        const next = partitions.map((subject) => seed(partition, subject, { container_scan_id }))
        const last = conclusion ? [seed(conclude, {}, { container_scan_id })] : []
        return { status, next: [...next, ...last], locked }
      }),
  }
}
