import { Type, type Static } from 'typebox'
import { DatastoreReference } from './datastore-record.ts'
import { described, Id, nullable, optional, Timestamp } from './wire.ts'

const Crontab = Type.String({
  maxLength: 500,
  description: 'Five fields: minute, hour, day of the month, month, day of the week',
  examples: ['0 2 * * *'],
})

/** The members that a schedule adds to the payload of its runs; null means the default. */
export const ScheduleMembers = {
  name: optional(Type.String({ maxLength: 255 }), 'Its name; null: none'),
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
  id: described(Id, 'Unique among its kind'),
  name: nullable(Type.String(), 'Its name; null: it has none'),
  type: Type.String({ description: 'What it starts' }),
  datastore_id: described(Id, 'The datastore that it is about'),
  datastore: described(DatastoreReference, 'The datastore that it belongs to'),
  crontab: Type.String({
    description: 'Five fields: minute, hour, day of the month, month, day of the week',
  }),
  timezone: Type.String({ description: 'The IANA name of the time zone in which the crontab is read' }),
  deactivated: Type.Boolean({ description: 'True: it keeps its crontab and fires nothing' }),
  owner: Type.String({ description: 'The user name in whose name the runs are started' }),
  next_run: nullable(Timestamp, 'When it fires next; null: it is deactivated, or never again'),
  last_run: nullable(Timestamp, 'When it fired last; null: never'),
  message: nullable(Type.String({ description: 'Why the last tick started no run' })),
  created: described(Timestamp, 'When it was made'),
  last_updated: described(Timestamp, 'When it was changed last'),
})
