import { hasEnded } from '../model/operation.ts'
import { addToStatus, endOperation, findOperation } from '../store/operations.ts'
import type { Queryable } from '../store/pool.ts'
import { addUnits, openUnits } from '../store/queue/finish.ts'
import { seed, type Operation, type Progress } from './operation.ts'

/**
 * What every transaction that ends units does last: writes what waits for the lock, adds the units that come next and, when
 * none is open any more, concludes the run, or adds the unit that closes it. The caller holds the lock on the operation's row, so
 * exactly one transaction sees the last unit. `ended` is the kind of what has ended. True when the run has ended with it.
 */
export async function settle(
  transaction: Queryable,
  operationId: number,
  { next = [], status = {}, locked }: Progress,
  definition: Operation,
  ended: string,
): Promise<boolean> {
  await locked?.(transaction)
  await addToStatus(transaction, operationId, status)
  await addUnits(transaction, operationId, next)
  if ((await openUnits(transaction, operationId)) !== 'none') return false
  const operation = await findOperation(transaction, operationId)
  if (!operation || hasEnded(operation.result)) return false
  const { closings = [] } = definition
  // Those before the one that has ended are done.
  const first = closings.findIndex(({ unit }) => unit.kind === ended) + 1
  for (const { unit, isDue } of closings.slice(first)) {
    if (!(await isDue(transaction, operation))) continue
    await addUnits(transaction, operationId, [{ ...seed(unit, {}), goes_first: true }])
    return false
  }
  const { result, message, status: last = {} } = await definition.conclude(transaction, operation)
  await addToStatus(transaction, operationId, last)
  await endOperation(transaction, operationId, result, message)
  return true
}
