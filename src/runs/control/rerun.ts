import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded } from '../../model/operation.ts'
import type { RunContext } from '../operation.ts'
import { controlRun } from './control-run.ts'
import { triggerAuditEntries, writeRun } from '../start.ts'

/** Starts a new run with the configuration of one that has ended; it belongs to no schedule. 409, or what its kind says, while that one is going. */
export async function rerunOperation(context: RunContext, id: number) {
  return controlRun(context, id, async (_transaction, context, { trigger_type, type, result, payload }) => {
    const definition = context.operations.get(trigger_type)
    if (!definition.rerunnable)
      throw new ServiceError(
        'wrong_state',
        `A run of the type ${type} cannot be rerun, because nothing is kept of what it was given; start another one.`,
      )
    if (!hasEnded(result)) {
      throw new ServiceError(
        definition.unfinished_rerun ?? 'wrong_state',
        `The run ${id} is still ${result}; it can be rerun when it has ended.`,
      )
    }
    const configuration = definition.fromScratch?.(payload) ?? payload
    const run = await writeRun(context, definition, configuration)
    return {
      shown: run.id,
      entries: await triggerAuditEntries(context, definition, run.id, configuration, id),
    }
  })
}
