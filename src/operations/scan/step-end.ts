import type { PartitionRange } from '../../engine/partition-range.ts'
import type { Queryable } from '../../store/pool.ts'

/** What a partition unit reads: a partition of the source by its name, or a range of a table. */
export interface PartitionSubject {
  partition: string
  range?: PartitionRange
}

/** The end of one step: what to add to the run's status, and the partitions or the conclusion that come next. */
export interface StepEnd {
  status: Record<string, number>
  partitions: PartitionSubject[]
  conclusion: boolean
  /** Writes the container scan's own row; see Progress. */
  locked(transaction: Queryable): Promise<void>
}
