import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { containerScanOf, failContainer } from '../../runs/container-units.ts'
import { seed, type Progress, type UnitKind } from '../../runs/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import { nextQueued } from '../../store/run-containers.ts'
import {
  countContainerScan,
  endContainerScan,
  lockContainerScan,
  startContainerScan,
} from '../../store/scans.ts'
import { loadContainer } from './load-container.ts'
import type { MaterializePayload } from './payload.ts'
import { writeCopy } from './write-copy.ts'

/**
 * Copies one container into a table of its own, which takes the place of the one before when it is whole: a unit that is started again
 * begins anew, and nobody sees half a copy.
 */
export const copyContainer: UnitKind<MaterializePayload, object> = {
  kind: 'container',
  async run({ environment, operation, unit, signal, commit }) {
    const { database } = environment.store
    const id = containerScanOf(unit)
    const work = await startContainerScan(database, id)
    const loaded = await loadContainer(database, work.container_id)
    const copied = await writeCopy(environment, operation, loaded, signal)
    if (signal.aborted) throw new Aborted()
    if (copied === 'masked since')
      throw new RunFailure('A field was masked while it was copied.', { retryable: true })
    await commit(async (transaction) => {
      await lockContainerScan(transaction, id)
      return {
        next: await following(transaction, operation.id, id),
        status: {
          containers_analyzed: 1,
          partitions_analyzed: copied.partitions,
          records_processed: copied.records,
        },
        async locked(transaction) {
          await countContainerScan(transaction, id, copied.records)
          await endContainerScan(transaction, id, 'success', null)
        },
      }
    })
  },
  async abandon(transaction, unit, message): Promise<Progress> {
    const ended = await failContainer(transaction, unit, message)
    return { ...ended, next: await following(transaction, unit.operation_id, containerScanOf(unit)) }
  },
}

/** The unit of the container that is copied next. */
async function following(transaction: Queryable, operationId: number, id: number) {
  const next = await nextQueued(transaction, operationId, id)
  return next === undefined ? [] : [seed(copyContainer, {}, { container_scan_id: next })]
}
