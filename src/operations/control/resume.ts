import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded, type OperationResult } from '../../model/operation.ts'
import { reopenUnits } from '../../store/queue/reopen.ts'
import { recordAudit } from '../../services/audit/record.ts'
import { presentOperation } from '../present.ts'
import { operations } from '../registry.ts'
import { abortOperation } from './abort.ts'
import { deedOn } from './deed.ts'
import { findControllable, findReadable } from './find.ts'

const resumableFrom: readonly OperationResult[] = ['aborted', 'failure']

/**
 * Takes an aborted or failed run up again under a new dispatch time: only its units that are not done are worked on. A
 * run that is still going is refused with 409, or aborted first when `forceAbort` is set.
 */
export async function resumeOperation(context: Context, id: number, forceAbort: boolean) {
  const operation = await findControllable(context, id)
  const definition = operations.get(operation.trigger_type)
  if (!definition.resumable) {
    throw new ServiceError('wrong_state', `A ${operation.type} cannot be resumed; rerun it instead.`)
  }
  const isGoing = !hasEnded(operation.result)
  if (isGoing && forceAbort) await abortOperation(context, id)
  const { database } = context.store
  const resumed = await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('operations')
      .set({ result: 'queued', message: null, end_time: null, dispatched: sql<string>`clock_timestamp()` })
      .where('id', '=', id)
      .where('result', 'in', resumableFrom)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await definition.reopen(transaction, id)
    await reopenUnits(transaction, id)
    await recordAudit(context, transaction, deedOn(operation, 'resume_operation'))
    return true
  })
  if (!resumed) {
    const state = isGoing
      ? 'is still going; abort it first, or send force_abort=true'
      : `has ended as ${operation.result}`
    throw new ServiceError(
      'wrong_state',
      `The run ${id} ${state}. Only an aborted or failed run can be resumed.`,
    )
  }
  return presentOperation(database, await findReadable(context, id))
}
