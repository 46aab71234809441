import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded, type OperationResult } from '../../model/operation.ts'
import { dispatchAgain } from '../../store/operations.ts'
import { reopenUnits } from '../../store/queue/reopen.ts'
import type { RunContext } from '../operation.ts'
import { cancelRun } from './abort.ts'
import { controlRun } from './control-run.ts'

/** The results of runs that can be taken up again, where their kind can be. */
export const resumableFrom: ReadonlySet<OperationResult> = new Set(['aborted', 'failure'])

/**
 * Takes an aborted or failed run up again under a new dispatch time: only its units that are not done are worked on. A
 * run that is still going is refused with 409, or aborted first when `forceAbort` is set.
 */
export async function resumeOperation(context: RunContext, id: number, forceAbort: boolean) {
  return controlRun(context, id, async (transaction, context, operation) => {
    const { trigger_type, type, result } = operation
    const definition = context.operations.get(trigger_type)
    if (!definition.resumable) {
      const instead = definition.rerunnable ? 'rerun it instead' : 'start another one'
      throw new ServiceError('wrong_state', `A run of the type ${type} cannot be resumed; ${instead}.`)
    }
    const isGoing = !hasEnded(result)
    if (isGoing ? !forceAbort : !resumableFrom.has(result)) {
      const state = isGoing
        ? 'is still going; abort it first, or send force_abort=true'
        : `has ended as ${result}`
      throw new ServiceError(
        'wrong_state',
        `The run ${id} ${state}. Only an aborted or failed run can be resumed.`,
      )
    }
    if (isGoing) await cancelRun(context, transaction, operation)
    await dispatchAgain(transaction, id)
    await definition.reopen(transaction, id)
    await reopenUnits(transaction, id)
    return {
      shown: id,
      entries: [...(isGoing ? (['abort_operation'] as const) : []), 'resume_operation'],
    }
  })
}
