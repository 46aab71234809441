import { removeSchedule } from '../../../operations/schedules/remove.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Deletes a schedule; the runs that it started stay. */
export default defineRoute({
  method: 'DELETE',
  path: '/operations/schedule/{id}',
  summary: 'Delete a schedule',
  group: 'Schedules',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => removeSchedule(context, params.id),
})
