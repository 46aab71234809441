import { areLastPartitions, saveFailedPartition } from '../store/partition-scans.ts'
import { planContainers, type ContainerSelection } from '../store/run-containers.ts'
import type { Queryable } from '../store/pool.ts'
import { endContainerScan, lockContainerScan } from '../store/scans.ts'
import { seed, type Progress, type UnitKind, type UnitOf, type UnitWork } from './operation.ts'

/** The plan of a run that works on containers: writes a row for each of them, with a unit of this kind. */
export function planOf<Payload extends ContainerSelection>(
  container: UnitKind<Payload, object>,
): UnitKind<Payload, object> {
  return {
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
}

/** The row of a container in a run that the unit is about; every unit but the plan has one. */
export function containerScanOf({ id, container_scan_id }: UnitOf<object>): number {
  if (container_scan_id === null) throw new Error(`The unit ${id} names no container of its run.`)
  return container_scan_id
}

/** Ends the container of a unit that is given up as a failure, with the reason. */
export async function failContainer(transaction: Queryable, unit: UnitOf<object>, message: string) {
  const id = containerScanOf(unit)
  await lockContainerScan(transaction, id)
  return { locked: (transaction: Queryable) => endContainerScan(transaction, id, 'failure', message) }
}

/** The end of one step in a container: what to add to the run's status, and the partitions or the conclusion that come next. */
export interface StepEnd<Subject> {
  status: Record<string, number>
  partitions: Subject[]
  conclusion: boolean
  /** Writes the row of the container in the run; see Progress. */
  locked(transaction: Queryable): Promise<void>
}

/** Hands the writing of a step to the unit's transaction; see UnitWork.commit. */
export type CommitStep<Subject> = (
  write: (transaction: Queryable) => Promise<StepEnd<Subject>>,
) => Promise<void>

/** The commit of a unit about a container, whose partitions and conclusion become units of these kinds. */
export function commitOf<Payload, Subject extends object>(
  { unit, commit }: UnitWork<Payload, object>,
  partition: UnitKind<Payload, Subject>,
  conclude: UnitKind<Payload, object>,
): CommitStep<Subject> {
  const about = { container_scan_id: containerScanOf(unit) }
  return (write) =>
    commit(async (transaction) => {
      const { status, partitions, conclusion, locked } = await write(transaction)
      const next = partitions.map((subject) => seed(partition, subject, about))
      return { status, next: conclusion ? [...next, seed(conclude, {}, about)] : next, locked }
    })
}

/** Notes that a partition could not be read; the last one calls for the conclusion. The caller holds the lock of the container scan. */
export async function failPartition<Payload>(
  transaction: Queryable,
  { container_scan_id, name, message }: { container_scan_id: number; name: string; message: string },
  conclude: UnitKind<Payload, object>,
): Promise<Progress> {
  await saveFailedPartition(transaction, container_scan_id, name, message)
  const isLast = await areLastPartitions(transaction, container_scan_id, 1)
  return { next: isLast ? [seed(conclude, {}, { container_scan_id })] : [] }
}

/** Why a run had no container to work on: nothing has one of its tags any more, or what it names is gone. Else null. */
export function emptySelection(
  { container_tags, container_names }: Pick<ContainerSelection, 'container_tags' | 'container_names'>,
  run: string,
): string | null {
  const tags = container_tags.map((tag) => `"${tag}"`).join(', ')
  if (container_tags.length > 0) return `No container of the datastore has one of the tags ${tags}.`
  return container_names.length > 0
    ? `The containers that were named are gone since the ${run} was started.`
    : null
}
