import type { Session } from '../connectors/connector.ts'
import type { Relation } from '../sql/ast.ts'
import type { ContainerPlan } from './container-plan.ts'
import { highestValue } from './increment.ts'
import type { PartitionRange } from './range.ts'
import { scannedRows } from './relation.ts'

/** The rows of a partition that a scan has read, and their number. */
interface ReadRows {
  part: readonly string[] | PartitionRange
  relation: Relation
  rows: number
}

/**
 * Text of the value of the incremental field up to which the partition was read, for the next incremental scan to start from; null
 * for none, or in a full scan.
 */
export async function reachedPoint(
  session: Session,
  { request, observed }: ContainerPlan,
  { part, relation, rows }: ReadRows,
): Promise<string | null> {
  const { increment, record_cap } = request
  if (increment === null) return null
  const highest = await highestValue(session, relation, increment, observed)
  if (highest === null && increment.is_given) {
    // Nothing lies above the given start: rows that come below it are new all the same.
    const there = {
      ...request,
      increment: { ...increment, above: null, up_to: increment.above },
      record_cap: null,
    }
    return highestValue(session, scannedRows(session, there, observed, part), increment, observed)
  }
  if (highest === null || record_cap === null || rows < record_cap) return highest
  // The cap may have left rows out that have the last value. Where all have one value, the next scan is to get beyond it.
  return (await highestValue(session, relation, increment, observed, highest)) ?? highest
}
