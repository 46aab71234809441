import { Type, type Static } from 'typebox'
import { Id, IdAndName, nullable, optional, Timestamp } from './wire.ts'

const Crontab = Type.String({
  maxLength: 500,
  description: 'Five fields: minute, hour, day of the month, month, day of the week',
  examples: ['0 2 * * *'],
})

/** What a schedule adds to the payload of the runs that it starts; null means the default. */
export const ScheduleMembers = {
  name: optional(Type.String({ maxLength: 255 })),
  timezone: optional(
    Type.String({ maxLength: 100, description: 'An IANA name; default UTC', examples: ['Europe/Berlin'] }),
  ),
  deactivated: optional(Type.Boolean({ description: 'Keeps the crontab and fires nothing; default false' })),
  crontab: Crontab,
}

const ScheduleTiming = Type.Object(ScheduleMembers)
type ScheduleTiming = Static<typeof ScheduleTiming>

/** A schedule as it is asked for: its own members, and those of its runs' payload. */
export type ScheduleInput = ScheduleTiming & { type: string; datastore_id: number; [member: string]: unknown }

/** Members that are left out stay as they are. */
export type ScheduleChange = Partial<ScheduleInput>

/** A schedule; the members of its runs' payload stand beside these, null where a run takes the default of its time. */
export const ScheduleRecord = Type.Object({
  id: Id,
  name: nullable(Type.String()),
  type: Type.String(),
  datastore_id: Id,
  datastore: IdAndName,
  crontab: Type.String(),
  timezone: Type.String(),
  deactivated: Type.Boolean(),
  owner: Type.String({ description: 'The user name in whose name the runs are started' }),
  next_run: nullable(Timestamp),
  last_run: nullable(Timestamp),
  message: nullable(Type.String({ description: 'Why the last tick started no run' })),
  created: Timestamp,
  last_updated: Timestamp,
})
