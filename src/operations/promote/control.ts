import type { Conclusion } from '../../runs/operation.ts'
import { addToStatus } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import { countOutcomes, failureOfPlan, forgetFailures, replaceUnits } from '../../store/promoted-entities.ts'

/** The kind of unit that promotes the next entities. */
export const batchKind = 'batch'

/** Success when something came to the destination or was there already; a promotion of nothing succeeds too. */
export async function conclude(transaction: Queryable, { id }: { id: number }): Promise<Conclusion> {
  const stopped = await failureOfPlan(transaction, id)
  if (stopped !== null) return { result: 'failure', message: stopped }
  const { created, updated, skipped, failed } = await countOutcomes(transaction, id)
  const total = created + updated + skipped + failed
  if (total === 0) return { result: 'success', message: 'Nothing was selected.' }
  if (failed === 0) return { result: 'success', message: null }
  const message = `${failed} of ${total} failed; the results say why of each.`
  return { result: failed === total ? 'failure' : 'success', message }
}

/** Puts what failed back in line, behind one unit that takes the next ones. */
export async function reopen(transaction: Queryable, operationId: number): Promise<void> {
  const forgotten = await forgetFailures(transaction, operationId)
  await addToStatus(transaction, operationId, { failed: -forgotten })
  const { pending } = await countOutcomes(transaction, operationId)
  // Before it is planned the plan itself is what waits again.
  if (pending > 0) await replaceUnits(transaction, operationId, batchKind)
}
