import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit.ts'
import { deedOnSchedule } from './deed.ts'
import { inTransaction, lockControllable } from './find.ts'

/** Nothing is fired any more; the runs that it started keep it as their schedule. */
export async function removeSchedule(context: Context, id: number): Promise<void> {
  await context.store.database.transaction().execute(async (transaction) => {
    const schedule = await lockControllable(inTransaction(context, transaction), transaction, id)
    await transaction
      .updateTable('schedules')
      .set({ deleted_at: (await context.clock.now(transaction)).toISOString(), next_run: null })
      .where('id', '=', id)
      .execute()
    await recordAudit(context, transaction, deedOnSchedule('delete_schedule', schedule))
  })
}
