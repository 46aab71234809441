import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { unfinishedResults } from '../../model/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordAudit } from '../../services/audit/record.ts'
import { presentOperation } from '../present.ts'
import { operations } from '../registry.ts'
import { deedOn } from './deed.ts'
import { findControllable, findReadable } from './find.ts'

/**
 * Ends a run that has not ended, at once: its units can no longer be committed, and their workers learn it with the next
 * heartbeat and cancel their statements in the source. What is committed stays. 409 for a run that has ended.
 */
export async function abortOperation(context: Context, id: number) {
  const operation = await findControllable(context, id)
  const { database } = context.store
  const aborted = await database.transaction().execute(async (transaction) => {
    if (!(await cancelRun(transaction, id))) return false
    await recordAudit(context, transaction, deedOn(operation, 'abort_operation'))
    return true
  })
  if (!aborted)
    throw new ServiceError(
      'wrong_state',
      `The run ${id} has already ended (${operation.result}); only a queued or running one can be aborted.`,
    )
  // A transaction of its own: units that are just being committed hold these rows until they are refused.
  await database
    .transaction()
    .execute((transaction) => operations.get(operation.trigger_type).abort(transaction, id))
  return presentOperation(database, await findReadable(context, id))
}

async function cancelRun(transaction: Queryable, id: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('operations')
    .set({ result: 'aborted', end_time: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where('result', 'in', unfinishedResults)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await transaction
    .updateTable('units')
    .set({ state: 'cancelled', ended: sql<string>`clock_timestamp()` })
    .where('operation_id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  return true
}
