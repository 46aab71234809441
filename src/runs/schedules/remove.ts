import { within } from '../../access/within.ts'
import { setSchedule } from '../../store/schedules.ts'
import type { RunContext } from '../operation.ts'
import { recordAudit } from '../../access/audit.ts'
import { scheduleAuditEntry } from './audit-entry.ts'
import { lockControllable } from './find.ts'

/** Nothing is fired any more; the runs that it started keep it as their schedule. */
export async function removeSchedule(context: RunContext, id: number): Promise<void> {
  await within(context, async (transaction, context) => {
    const schedule = await lockControllable(context, transaction, id)
    const deleted_at = (await context.clock.now(transaction)).toISOString()
    await setSchedule(transaction, id, { deleted_at, next_run: null })
    await recordAudit(context, transaction, scheduleAuditEntry('delete_schedule', schedule))
  })
}
