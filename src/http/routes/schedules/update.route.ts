import { Schedule } from '../../../operations/records.ts'
import { scheduleChangeSchema } from '../../../operations/schedules/schemas.ts'
import { updateSchedule } from '../../../operations/schedules/update.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given. */
export default defineRoute({
  method: 'PUT',
  path: '/operations/schedule/{id}',
  summary: 'Update a schedule',
  group: 'Schedules',
  params: idPath,
  body: scheduleChangeSchema,
  responses: { 200: Schedule },
  handler: (context, { params, body }) => updateSchedule(context, params.id, body),
})
