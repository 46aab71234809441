import { planContainers, type ContainerSelection } from '../store/run-containers.ts'
import type { Queryable } from '../store/pool.ts'
import { endContainerScan, lockContainerScan } from '../store/scans.ts'
import { seed, type UnitKind, type UnitOf } from './operation.ts'

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
