import { requireDatastore } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Queryable } from '../../store/pool.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import type { RunContext } from '../operation.ts'
import { requirePermissions } from '../start.ts'

/** The schedule, locked, for changing it: 404 when there is none, 403 without every permission that its runs need. */
export async function lockControllable(
  context: RunContext,
  transaction: Queryable,
  id: number,
): Promise<ScheduleRow> {
  const schedule = await findSchedule(transaction, id, 'lock')
  if (!schedule) throw notFound('schedule', id)
  await requireDatastore(context, schedule.datastore_id, 'Editor', ['schedule', id])
  const definition = context.operations.find(schedule.trigger_type)
  if (definition) await requirePermissions(context, definition, schedule.payload)
  return schedule
}
