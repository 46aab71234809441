import { Type } from 'typebox'
import { AnomalyComment } from '../../../model/anomaly-record.ts'
import { listComments } from '../../../services/anomalies/comments.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anomalyPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** What people said about an anomaly, oldest first. */
export default defineRoute({
  method: 'GET',
  path: '/anomalies/{id}/comments',
  summary: 'List the comments on an anomaly',
  group: 'Anomalies',
  params: anomalyPath,
  query: Type.Object(pageQuery),
  responses: { 200: pageOf(AnomalyComment) },
  handler: (context, { params, query }) => listComments(context, params.id, query),
})
