import { ScheduleRecord } from '../../../model/schedule.ts'
import { readSchedule } from '../../../operations/schedules/read.ts'
import { idPath } from '../../paging.ts'
import { defineRoute } from '../../route.ts'

/** One schedule. */
export default defineRoute({
  method: 'GET',
  path: '/operations/schedule/{id}',
  summary: 'Get a schedule',
  group: 'Schedules',
  params: idPath,
  responses: { 200: ScheduleRecord },
  handler: (context, { params }) => readSchedule(context, params.id),
})
