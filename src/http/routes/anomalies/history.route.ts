import { Type } from 'typebox'
import { AnomalyStatusChange } from '../../../model/anomaly-record.ts'
import { listStatusChanges } from '../../../services/anomalies/history.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anomalyPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** How the status of an anomaly came about, newest change first. */
export default defineRoute({
  method: 'GET',
  path: '/anomalies/{id}/history',
  summary: 'List the status changes of an anomaly',
  group: 'Anomalies',
  params: anomalyPath,
  query: Type.Object(pageQuery),
  responses: { 200: pageOf(AnomalyStatusChange) },
  handler: (context, { params, query }) => listStatusChanges(context, params.id, query),
})
