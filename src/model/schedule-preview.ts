import { Type, type Static } from 'typebox'
import { ScheduleMembers } from './schedule.ts'
import { described, nullable, optional, Timestamp } from './wire.ts'

/** A crontab to look at before a schedule has it. */
export const SchedulePreviewInput = Type.Object(
  {
    crontab: ScheduleMembers.crontab,
    timezone: ScheduleMembers.timezone,
    days: optional(
      Type.Integer({
        minimum: 1,
        maximum: 7,
        description:
          'Counts the ticks of each hour, from now on for that many days; left out or null: `hours` is null',
      }),
    ),
  },
  { title: 'SchedulePreviewInput', description: 'When a schedule is to fire' },
)

/** When a schedule would fire. */
export const SchedulePreview = Type.Object(
  {
    crontab: Type.String({ description: 'The crontab as it was given' }),
    timezone: Type.String({ description: 'The time zone in its usual spelling' }),
    items: described(
      Type.Array(
        Type.Object(
          {
            at: described(Timestamp, 'When it fires'),
            local_time: Type.String({ description: 'The same on the clock of the time zone, to the minute' }),
            offset: Type.String({ description: 'How far that clock is ahead of UTC, like +02:00' }),
            remark: nullable(
              Type.String(),
              'What a change of the clock does to it; null: there is none at that time',
            ),
          },
          { title: 'ScheduleTick', description: 'A time at which a schedule fires' },
        ),
      ),
      'The next ten times; fewer where there are no more',
    ),
    hours: nullable(
      Type.Array(
        Type.Object(
          {
            at: described(Timestamp, 'The beginning of the hour, in UTC'),
            ticks: Type.Integer({ description: 'How often it fires in that hour, from now on' }),
          },
          { title: 'ScheduleHour', description: 'An hour in which a schedule fires' },
        ),
      ),
      'The hours of the `days` in which it fires at all; null: they were not asked for',
    ),
  },
  { title: 'SchedulePreview', description: 'When a schedule would fire from now on' },
)
export type SchedulePreview = Static<typeof SchedulePreview>
