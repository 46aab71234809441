import { Schedule } from '../../../operations/records.ts'
import { readSchedule } from '../../../operations/schedules/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One schedule. */
export default defineRoute({
  method: 'GET',
  path: '/operations/schedule/{id}',
  summary: 'Get a schedule',
  group: 'Schedules',
  params: idPath,
  responses: { 200: Schedule },
  handler: (context, { params }) => readSchedule(context, params.id),
})
