import { within } from '../../access/within.ts'
import type { ScheduleInput } from '../../model/schedule.ts'
import { recordAudit } from '../../access/audit.ts'
import { insertSchedule, wakeSchedulers } from '../../store/schedules.ts'
import type { RunContext } from '../operation.ts'
import { acceptPayload } from '../start.ts'
import { scheduleAuditEntry } from './audit-entry.ts'
import { payloadOf } from './payload.ts'
import { readSchedule } from './read.ts'
import { firstTick, readTiming } from './timing.ts'

/** The permission is that for starting such a run, and a payload that a run would be refused for is refused here, too. */
export async function createSchedule(context: RunContext, input: ScheduleInput) {
  const { operations, clock, principal } = context
  const definition = operations.get(input.type)
  const timing = readTiming(input, { crontab: input.crontab, timezone: 'UTC', deactivated: false })
  const payload = payloadOf(definition, input)
  definition.refuse_schedule?.(payload)
  await acceptPayload(context, definition, payload)
  const id = await within(context, async (transaction, context) => {
    const id = await insertSchedule(transaction, {
      ...timing,
      trigger_type: definition.trigger,
      name: input.name ?? null,
      datastore_id: input.datastore_id,
      // As it was asked for: defaults are those of the time when a run starts.
      payload: JSON.stringify(payload),
      owner_id: principal.user_id,
      next_run: firstTick(timing, await clock.now(transaction)),
    })
    await wakeSchedulers(transaction)
    const made = { id, trigger_type: definition.trigger, datastore_id: input.datastore_id }
    await recordAudit(context, transaction, scheduleAuditEntry('create_schedule', made, { ...timing }))
    return id
  })
  return readSchedule(context, id)
}
