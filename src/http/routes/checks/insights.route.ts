import { Type } from 'typebox'
import { CheckInsights } from '../../../model/check-insights.ts'
import { timeframes } from '../../../model/timeframe.ts'
import { readInsights } from '../../../services/checks/insights.ts'
import { idPath } from '../../paths.ts'
import { day } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** The verdicts on a check by day; of each day the last run is told, and all of them are counted. */
export default defineRoute({
  method: 'GET',
  path: '/quality-checks/{id}/insights',
  summary: 'Read the verdicts on a quality check by day',
  group: 'Quality checks',
  params: idPath,
  query: Type.Object({
    timeframe: Type.Optional(Type.Enum(timeframes, { description: 'Default month' })),
    start_date: Type.Optional(day),
    end_date: Type.Optional(day),
  }),
  responses: { 200: CheckInsights },
  handler: (context, { params, query }) => readInsights(context, params.id, query),
})
