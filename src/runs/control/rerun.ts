import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded } from '../../model/operation.ts'
import type { Operation, RunContext, StoredPayload } from '../operation.ts'
import { controlRun } from './control-run.ts'
import { triggerAuditEntries, writeRun } from '../start.ts'

/**
 * Starts a new run with the configuration of one that has ended; it belongs to no schedule. 409, or what its kind says, while that one
 * is going; 409 where such a run would be refused now.
 */
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
    await refuseWhatIsGone(context, definition, id, configuration)
    const run = await writeRun(context, definition, configuration)
    return {
      shown: run.id,
      entries: await triggerAuditEntries(context, definition, run.id, configuration, id),
    }
  })
}

/** What the run needs may be gone since it was started: a container that it names, the link to the enrichment datastore. */
async function refuseWhatIsGone(
  context: RunContext,
  definition: Operation,
  id: number,
  configuration: StoredPayload,
): Promise<void> {
  try {
    await definition.accept(context, configuration)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'forbidden') throw error
    const sentence = `The run ${id} cannot be started again as it was. ${error.message}`
    throw new ServiceError('wrong_state', sentence, { cause: error })
  }
}
