import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded } from '../../model/operation.ts'
import { operations } from '../registry.ts'
import { findControllable } from './find.ts'
import { enqueue } from './trigger.ts'

/** Starts a new run with the configuration of one that has ended; it belongs to no schedule. 409, or 415 for an export, while that one is going. */
export async function rerunOperation(context: Context, id: number) {
  const operation = await findControllable(context, id)
  const definition = operations.get(operation.trigger_type)
  if (!definition.rerunnable) throw new ServiceError('wrong_state', `A ${operation.type} cannot be rerun.`)
  if (!hasEnded(operation.result)) {
    if (operation.type === 'export') throw new ServiceError('rerun_unfinished_export')
    throw new ServiceError(
      'wrong_state',
      `The run ${id} is still ${operation.result}; it can be rerun when it has ended.`,
    )
  }
  return enqueue(context, definition, operation.payload, id)
}
