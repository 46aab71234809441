import { Type } from 'typebox'
import { groupings, Insights } from '../../model/insight.ts'
import { described } from '../../model/wire.ts'
import { readInsights } from '../../services/insights/read.ts'
import { day, ids, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Observability', [
  defineRoute({
    id: 'readInsights',
    method: 'GET',
    path: '/insights',
    summary: 'Read how the work goes and stands',
    doc: 'Runs, scans, anomalies, verdicts and scores of the datastores that the caller may see, by day, week or month, each with the list that counts the same.',
    need: 'Member',
    query: Type.Object({
      start_date: Type.Optional(described(day, 'The first day, included; default: a month before the last')),
      end_date: Type.Optional(described(day, 'The last day, included; default: today')),
      group_by: Type.Optional(
        Type.Enum(groupings, { description: 'The length of a period; default day, and at most 366 periods' }),
      ),
      datastore: Type.Optional(described(ids, 'Any of these datastores, by id')),
      tag: Type.Optional(texts('Datastores that carry any of these tags, by name')),
    }),
    responses: { 200: Insights },
    handler: (context, { query }) => readInsights(context, query),
  }),
])
