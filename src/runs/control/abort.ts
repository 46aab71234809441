import type { NewAuditEntry } from '../../access/audit.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded } from '../../model/operation.ts'
import { lockOperation, markAborted, type OperationRow } from '../../store/operations.ts'
import type { OpenTransaction, Queryable } from '../../store/pool.ts'
import { cancelUnits } from '../../store/queue/finish.ts'
import type { RunContext } from '../operation.ts'
import { traceAbort } from '../traced.ts'
import { controlRun, runAuditEntry } from './control-run.ts'

/**
 * Ends a run that has not ended, at once: its units can no longer be committed, and their workers learn it with the next
 * heartbeat and cancel their statements in the source. What is committed stays. 409 for a run that has ended.
 */
export async function abortOperation(context: RunContext, id: number) {
  return controlRun(context, id, async (transaction, context, operation) => {
    if (hasEnded(operation.result)) {
      throw new ServiceError(
        'wrong_state',
        `The run ${id} has already ended (${operation.result}); only a queued or running one can be aborted.`,
      )
    }
    await cancelRun(context, transaction, operation)
    return { shown: id, entries: ['abort_operation'] }
  })
}

/**
 * Ends those of the runs that go on, in the open transaction, and returns the entries for the audit log. The caller has looked at
 * the permissions.
 */
export async function abortRuns(
  context: RunContext,
  transaction: OpenTransaction,
  ids: readonly number[],
): Promise<NewAuditEntry[]> {
  const entries: NewAuditEntry[] = []
  // In one order, so that two who hold several runs do not wait for each other.
  for (const id of ids.toSorted((left, right) => left - right)) {
    const operation = await lockOperation(transaction, id)
    if (!operation || hasEnded(operation.result)) continue
    await cancelRun(context, transaction, operation)
    entries.push(runAuditEntry(operation, 'abort_operation'))
  }
  return entries
}

/** Ends a run that goes on, with its units and all that it leaves unfinished; the caller holds its row. */
export async function cancelRun(
  context: RunContext,
  transaction: Queryable,
  operation: OperationRow,
): Promise<void> {
  const { id, trigger_type } = operation
  await markAborted(transaction, id)
  await cancelUnits(transaction, id)
  await context.operations.get(trigger_type).abort(transaction, id)
  await traceAbort(context, operation)
}
