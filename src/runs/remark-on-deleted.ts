import { logToOperation } from '../store/operations.ts'
import type { Queryable } from '../store/pool.ts'
import { plannedCount } from '../store/run-containers.ts'

/** Logs how many of the planned containers are not among the `left` ones, because they were deleted; the sentence, or null. */
export async function remarkOnDeleted(
  transaction: Queryable,
  operationId: number,
  left: number,
): Promise<string | null> {
  const planned = await plannedCount(transaction, operationId)
  const deleted = planned - left
  if (deleted <= 0) return null
  const [were, them] = deleted === 1 ? ['was', 'it'] : ['were', 'them']
  const sentence = `${deleted} of ${planned} containers ${were} deleted while the run went on, so there are no results for ${them}.`
  await logToOperation(transaction, operationId, 'warning', sentence)
  return sentence
}
