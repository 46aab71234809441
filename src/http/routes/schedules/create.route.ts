import { Schedule } from '../../../operations/records.ts'
import { createSchedule } from '../../../operations/schedules/create.ts'
import { scheduleInputSchema } from '../../../operations/schedules/schemas.ts'
import { defineRoute } from '../../route.ts'

/** Makes a schedule that starts runs by its crontab. */
export default defineRoute({
  method: 'POST',
  path: '/operations/schedule',
  summary: 'Schedule an operation',
  group: 'Schedules',
  body: scheduleInputSchema,
  responses: { 200: Schedule },
  handler: (context, { body }) => createSchedule(context, body),
})
