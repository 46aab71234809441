import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { containerScanOf, failContainer } from '../../runs/container-units.ts'
import { seed, type Progress, type UnitKind } from '../../runs/operation.ts'
import { isTriedAgain } from '../../runs/tries.ts'
import type { Queryable } from '../../store/pool.ts'
import { findOperation, incompleteBefore } from '../../store/operations.ts'
import { nextQueued } from '../../store/run-containers.ts'
import {
  countContainerScan,
  endContainerScan,
  lockContainerScan,
  startContainerScan,
} from '../../store/scans.ts'
import { loadContainer } from './load-container.ts'
import type { MaterializePayload } from './payload.ts'
import type { CopiedSoFar } from './steps.ts'
import { writeCopy, type Attempt } from './write-copy.ts'

/** What a unit is about: the container of its row, from the begin (default) or from where the unit before it came to. */
interface Subject {
  so_far?: CopiedSoFar
  /** True for the first of its run, which removes what earlier runs left half done (default: it does not). */
  is_first?: boolean
}

/**
 * Copies one container into a table of its own, which takes the place of the one before when it is whole: nobody sees half a copy.
 * One of many files is copied by one unit after the other, each of which goes on with the table of the one before; a unit that is
 * started again after it wrote begins anew where it cannot tell that all is as it was noted.
 */
export const copyContainer: UnitKind<MaterializePayload, Subject> = {
  kind: 'container',
  async run({ environment, operation, unit, signal, commit }) {
    const { database } = environment.store
    const id = containerScanOf(unit)
    const work = await startContainerScan(database, id)
    const loaded = await loadContainer(database, work.container_id)
    const before = unit.subject.so_far ?? null
    const attempt: Attempt = {
      before,
      left_by: unit.subject.is_first ? await incompleteBefore(database, operation) : [],
      is_repeated: unit.attempt > 1,
      keeps: async (error) =>
        before !== null &&
        (error instanceof Aborted || signal.aborted
          ? await goesOn(database, operation.id)
          : isTriedAgain(unit, error)),
    }
    const copied = await writeCopy(environment, operation, loaded, attempt, signal)
    if (signal.aborted) throw new Aborted()
    if (copied === 'masked since')
      throw new RunFailure('A field was masked while it was copied.', { retryable: true })
    const records = copied.records - (before?.records ?? 0)
    const { so_far } = copied
    await commit(async (transaction) => {
      await lockContainerScan(transaction, id)
      return {
        next: so_far
          ? [seed(copyContainer, { so_far }, { container_scan_id: id })]
          : await following(transaction, operation.id, id),
        status: {
          containers_analyzed: so_far ? 0 : 1,
          partitions_analyzed: copied.partitions - (before?.partitions ?? 0),
          records_processed: records,
        },
        locked: (transaction) =>
          so_far
            ? countContainerScan(transaction, id, records)
            : endContainerScan(transaction, id, 'success', null, { records }),
      }
    })
  },
  async abandon(transaction, unit, message): Promise<Progress> {
    const ended = await failContainer(transaction, unit, message)
    return { ...ended, next: await following(transaction, unit.operation_id, containerScanOf(unit)) }
  },
  afterDeleted: async (transaction, unit) => ({
    next: await following(transaction, unit.operation_id, containerScanOf(unit)),
  }),
}

/** True unless the run was aborted: a unit that is stopped may only go into other hands. */
async function goesOn(database: Queryable, operationId: number): Promise<boolean> {
  const run = await findOperation(database, operationId).catch(() => null)
  return run === null || run.result === 'running'
}

/** The unit of the container that is copied next. */
async function following(transaction: Queryable, operationId: number, id: number) {
  const next = await nextQueued(transaction, operationId, id)
  return next === undefined ? [] : [seed(copyContainer, {}, { container_scan_id: next })]
}
