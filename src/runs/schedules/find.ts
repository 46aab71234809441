import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Queryable } from '../../store/pool.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import { requirePermissions } from '../control/trigger.ts'
import { operations } from '../../operations/registry.ts'

/** The schedule, locked, for changing it: 404 when there is none, 403 without every permission that its runs need. */
export async function lockControllable(
  context: Context,
  transaction: Queryable,
  id: number,
): Promise<ScheduleRow> {
  const schedule = await findSchedule(transaction, id, 'lock')
  if (!schedule) throw notFound('schedule', id)
  await requireDatastore(context, schedule.datastore_id, 'Editor', ['schedule', id])
  const definition = operations.find(schedule.trigger_type)
  if (definition) await requirePermissions(context, definition, schedule.payload)
  return schedule
}

/** The same caller, whose reads and writes belong to the transaction. */
export function inTransaction(context: Context, transaction: Context['store']['database']): Context {
  return { ...context, store: { ...context.store, database: transaction } }
}
