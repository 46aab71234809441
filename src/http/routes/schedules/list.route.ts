import { Type } from 'typebox'
import { Schedule } from '../../../operations/records.ts'
import { listSchedules } from '../../../operations/schedules/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { ids } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Schedules of the datastores that the caller may see, newest first. */
export default defineRoute({
  method: 'GET',
  path: '/operations/schedule',
  summary: 'List schedules',
  group: 'Schedules',
  query: Type.Object({
    ...pageQuery,
    datastore: Type.Optional(ids),
    deactivated: Type.Optional(Type.Boolean()),
  }),
  responses: { 200: pageOf(Schedule) },
  handler: (context, { query }) => listSchedules(context, query, query),
})
