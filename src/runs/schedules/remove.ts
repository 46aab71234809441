import { within } from '../../access/within.ts'
import type { RunContext } from '../operation.ts'
import { recordAudit } from '../../access/audit.ts'
import { scheduleAuditEntry } from './audit-entry.ts'
import { lockControllable } from './find.ts'

/** Nothing is fired any more; the runs that it started keep it as their schedule. */
export async function removeSchedule(context: RunContext, id: number): Promise<void> {
  await within(context, async (transaction, context) => {
    const schedule = await lockControllable(context, transaction, id)
    await transaction
      .updateTable('schedules')
      .set({ deleted_at: (await context.clock.now(transaction)).toISOString(), next_run: null })
      .where('id', '=', id)
      .execute()
    await recordAudit(context, transaction, scheduleAuditEntry('delete_schedule', schedule))
  })
}
