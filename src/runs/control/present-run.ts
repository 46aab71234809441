import { findOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import { presentOperation } from '../present.ts'

/** The record of a run as the transaction, which has just written it, sees it. */
export async function presentRun(transaction: Queryable, id: number) {
  const operation = await findOperation(transaction, id)
  if (!operation) throw new Error(`The operation ${id} vanished right after it was written.`)
  return presentOperation(transaction, operation)
}
