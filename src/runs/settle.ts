import { hasEnded } from '../model/operation.ts'
import { addToStatus, endOperation, findOperation } from '../store/operations.ts'
import type { Queryable } from '../store/pool.ts'
import { addUnits, openUnits } from '../store/queue/finish.ts'
import type { Operation, Progress } from './operation.ts'

/**
 * What every transaction that ends a unit does last: writes what waits for the lock, adds the units that come next and, when
 * none is open any more, concludes the run. The caller holds the lock on the operation's row, so exactly one transaction sees the last unit.
 */
export async function settle(
  transaction: Queryable,
  operationId: number,
  { next = [], status = {}, locked }: Progress,
  definition: Operation,
): Promise<void> {
  await locked?.(transaction)
  await addToStatus(transaction, operationId, status)
  await addUnits(transaction, operationId, next)
  if ((await openUnits(transaction, operationId)) > 0) return
  const operation = await findOperation(transaction, operationId)
  if (!operation || hasEnded(operation.result)) return
  const { result, message, status: last = {} } = await definition.conclude(transaction, operation)
  await addToStatus(transaction, operationId, last)
  await endOperation(transaction, operationId, result, message)
}
