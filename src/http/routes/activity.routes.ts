import { Type } from 'typebox'
import { Activity, auditActions, auditResources } from '../../model/audit.ts'
import { timeframes } from '../../model/timeframe.ts'
import { listActivity } from '../../services/audit/list.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { anyOf, day, ids, offsetMinutes } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'
import { described, Id } from '../../model/wire.ts'

export default defineRoutes('Audit', [
  defineRoute({
    id: 'listActivity',
    method: 'GET',
    path: '/activity',
    summary: 'List who did what',
    doc: 'The audit log, newest entry first.',
    need: 'Admin',
    query: Type.Object({
      ...pageQuery,
      users: Type.Optional(described(ids, 'What any of these users did, by id')),
      actions: Type.Optional(described(anyOf(auditActions), 'Any of these actions')),
      resource_type: Type.Optional(
        described(Type.Enum(auditResources), 'What was done to a thing of this kind'),
      ),
      resource_id: Type.Optional(described(Id, 'What was done to the thing of this id')),
      start_date: Type.Optional(described(day, 'The first day, included')),
      end_date: Type.Optional(described(day, 'The last day, included')),
      offset: Type.Optional(
        described(offsetMinutes, 'Minutes that local time is ahead of UTC, for the days'),
      ),
      timeframe: Type.Optional(
        described(Type.Enum(timeframes), 'How far back; unused where dates are given'),
      ),
    }),
    responses: { 200: pageOf('ActivityPage', Activity) },
    handler: (context, { query }) => listActivity(context, query),
  }),
])
