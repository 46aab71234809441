import { hasEnded } from '../../model/operation.ts'
import { deleteOperation } from '../../store/operations.ts'
import type { RunContext } from '../operation.ts'
import { cancelRun } from './abort.ts'
import { controlRun } from './control-run.ts'

/** Deletes the record of a run, aborting it first when it is going; anomalies and container scans stay. */
export async function removeOperation(context: RunContext, id: number): Promise<void> {
  await controlRun(
    context,
    id,
    async (transaction, context, operation) => {
      const isGoing = !hasEnded(operation.result)
      if (isGoing) await cancelRun(context, transaction, operation)
      await deleteOperation(transaction, id)
      return {
        shown: null,
        entries: [...(isGoing ? (['abort_operation'] as const) : []), 'delete_operation'],
      }
    },
    true,
  )
}
