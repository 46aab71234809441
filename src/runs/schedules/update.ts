import { isDeepStrictEqual } from 'node:util'
import { within } from '../../access/within.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { ScheduleChange } from '../../model/schedule.ts'
import { recordAudit } from '../../access/audit.ts'
import { findOwner, setSchedule, wakeSchedulers, type ScheduleRow } from '../../store/schedules.ts'
import type { Operation, RunContext } from '../operation.ts'
import { requirePermissions } from '../start.ts'
import { scheduleAuditEntry } from './audit-entry.ts'
import { lockControllable } from './find.ts'
import { payloadOf, requireFitting } from './payload.ts'
import { readSchedule } from './read.ts'
import { firstTick, readTiming, type Timing } from './timing.ts'

/** A crontab that parses, for looking at a change before what it changes is known. */
const anyTiming: Timing = { crontab: '* * * * *', timezone: 'UTC', deactivated: false }

/** Members that are left out stay as they are; the type cannot change. The owner stays, unless that user was deleted. */
export async function updateSchedule(context: RunContext, id: number, change: ScheduleChange) {
  // Before anything is looked up: what is wrong with the request itself comes first.
  readTiming(change, anyTiming)
  await within(context, async (transaction, context) => {
    const schedule = await lockControllable(context, transaction, id)
    const definition = definitionOf(context, schedule, change)
    const payload = payloadOf(definition, change, schedule.payload)
    requireFitting(definition, payload)
    definition.refuse_schedule?.(payload)
    const timing = readTiming(change, schedule)
    await requirePermissions(context, definition, payload)
    // One whose runs would be refused can still be deactivated; to be active, it must be mended.
    if (!timing.deactivated) await definition.accept(context, payload)
    const isSame =
      timing.crontab === schedule.crontab &&
      timing.timezone === schedule.timezone &&
      timing.deactivated === schedule.deactivated
    const owner = await findOwner(transaction, schedule)
    const now = await context.clock.now(transaction)
    await setSchedule(transaction, id, {
      ...timing,
      name: change.name === undefined ? schedule.name : change.name,
      datastore_id: Number(payload['datastore_id']),
      payload: JSON.stringify(payload),
      owner_id: owner?.user_id ?? context.principal.user_id,
      // A tick that waits is not lost to a change of something else; one that could not go on has none.
      next_run: (isSame ? schedule.next_run : null) ?? firstTick(timing, now),
      last_updated: now.toISOString(),
    })
    await wakeSchedulers(transaction)
    const changed = changedMembers(schedule, { ...timing, ...payload }, change)
    if (changed.length === 0 && owner) return
    await recordAudit(
      context,
      transaction,
      scheduleAuditEntry('update_schedule', schedule, { ...timing, changed }),
    )
  })
  return readSchedule(context, id)
}

/** The operation that the schedule starts; the change must not name another one. */
function definitionOf(
  { operations }: RunContext,
  { trigger_type }: ScheduleRow,
  { type }: ScheduleChange,
): Operation {
  const definition = operations.find(trigger_type)
  if (!definition) {
    throw new ServiceError(
      'wrong_state',
      `This version of the service has no ${trigger_type} to schedule; delete the schedule, or bring the version back.`,
    )
  }
  if (type !== undefined && type !== definition.trigger) {
    throw new ServiceError(
      'conflict',
      `This is a schedule of the type ${definition.trigger}, which cannot change; create another schedule.`,
    )
  }
  return definition
}

/** Names of the members that the change gives another value; null and absence are the same there. */
function changedMembers(
  { payload, ...schedule }: ScheduleRow,
  after: Record<string, unknown>,
  { name }: ScheduleChange,
): string[] {
  const before: Record<string, unknown> = { ...schedule, ...payload }
  const now = name === undefined ? after : { ...after, name }
  return Object.keys(now).filter((member) => !isDeepStrictEqual(now[member] ?? null, before[member] ?? null))
}
