import { findOperation } from '../../store/operations.ts'
import type { RunContext } from '../operation.ts'
import { presentOperation } from '../present.ts'

/** The record of a run as the transaction of the context, which has just written it, sees it. */
export async function presentRun(context: RunContext, id: number) {
  const operation = await findOperation(context.store.database, id)
  if (!operation) throw new Error(`The operation ${id} vanished right after it was written.`)
  return presentOperation(context, operation)
}
