import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'
import { wakeWorkers } from './finish.ts'

/**
 * Makes the units of a run that were given up or cancelled wait again, with their tries forgotten. `attempt` goes on
 * counting, because it is what fences off a worker of before. Units that are done stay done.
 */
export async function reopenUnits(transaction: Queryable, operationId: number): Promise<void> {
  await transaction
    .updateTable('units')
    .set({
      state: 'waiting',
      failures: 0,
      claims: 0,
      message: null,
      ended: null,
      worker: null,
      left_at: null,
      not_before: sql<string>`now()`,
    })
    .where('operation_id', '=', operationId)
    .where('state', 'in', ['failed', 'cancelled'])
    .execute()
  await wakeWorkers(transaction)
}
