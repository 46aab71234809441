import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded } from '../../model/operation.ts'
import { operations } from '../../operations/registry.ts'
import { controlRun } from './control-run.ts'
import { triggerDeed, writeRun } from './trigger.ts'

/** Starts a new run with the configuration of one that has ended; it belongs to no schedule. 409, or 415 for an export, while that one is going. */
export async function rerunOperation(context: Context, id: number) {
  return controlRun(context, id, async (transaction, { trigger_type, type, result, payload }) => {
    const definition = operations.get(trigger_type)
    if (!definition.rerunnable) throw new ServiceError('wrong_state', `A ${type} cannot be rerun.`)
    if (!hasEnded(result)) {
      if (type === 'export') throw new ServiceError('rerun_unfinished_export')
      throw new ServiceError(
        'wrong_state',
        `The run ${id} is still ${result}; it can be rerun when it has ended.`,
      )
    }
    const run = await writeRun(transaction, context.principal, definition, payload)
    return { shown: run, deeds: [triggerDeed(definition, run, payload, id)] }
  })
}
