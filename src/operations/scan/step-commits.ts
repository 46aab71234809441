import type { CommitStep as CommitStepOf, StepEnd as StepEndOf } from '../../runs/container-units.ts'
import { logOnceToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import { saveRemark, type ContainerScanRow } from '../../store/scans.ts'
import type { PartitionRange } from '../../engine/partition-range.ts'

/** Hands the writing of a step to the unit's transaction. */
export type CommitStep = CommitStepOf<PartitionSubject>

/** The same commit, with what the source said of the rows that it shows kept beside it. */
export function remarking(
  commit: CommitStep,
  scan: ContainerScanRow,
  remarks: readonly string[],
): CommitStep {
  const remark = remarks.length === 0 ? null : remarks.join(' ')
  if (remark === scan.remark) return commit
  return (write) =>
    commit(async (transaction) => {
      const end = await write(transaction)
      const locked = async (transaction: Queryable) => {
        await end.locked(transaction)
        await saveRemark(transaction, scan.id, remark)
      }
      return { ...end, locked }
    })
}

/** The same commit, with these sentences written to the run's log; they are asked for when all is recorded, as recording may add some. */
export function loggingRemarks(
  commit: CommitStep,
  scan: ContainerScanRow,
  remarks: () => readonly string[],
): CommitStep {
  return (write) =>
    commit(async (transaction) => {
      const end = await write(transaction)
      const locked = async (transaction: Queryable) => {
        await end.locked(transaction)
        for (const sentence of remarks())
          await logOnceToOperation(transaction, scan.operation_id, 'warning', sentence, scan.container_id)
      }
      return { ...end, locked }
    })
}

/** The rows that a partition unit reads: a partition of the source by its name, or a range of a table. */
export interface PartitionSubject {
  partition: string
  /** When it was modified, as the first step saw it (default: the source does not say). */
  last_modified?: string | null
  range?: PartitionRange
}

/** The end of one step of a container scan. */
export type StepEnd = StepEndOf<PartitionSubject>
