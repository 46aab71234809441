import { Type } from 'typebox'
import { Activity, auditActions } from '../../model/audit.ts'
import { timeframes } from '../../model/timeframe.ts'
import { listActivity } from '../../services/audit/list.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { anyOf, day, ids, offsetMinutes } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

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
      users: Type.Optional(ids),
      actions: Type.Optional(anyOf(auditActions)),
      start_date: Type.Optional(day),
      end_date: Type.Optional(day),
      offset: Type.Optional(offsetMinutes),
      timeframe: Type.Optional(Type.Enum(timeframes)),
    }),
    responses: { 200: pageOf(Activity) },
    handler: (context, { query }) => listActivity(context, query),
  }),
])
