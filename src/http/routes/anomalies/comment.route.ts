import { AnomalyComment, AnomalyCommentInput } from '../../../model/anomaly-record.ts'
import { createComment } from '../../../services/anomalies/comments.ts'
import { anomalyPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Adds a comment in the caller's name. */
export default defineRoute({
  method: 'POST',
  path: '/anomalies/{id}/comments',
  summary: 'Comment on an anomaly',
  group: 'Anomalies',
  params: anomalyPath,
  body: AnomalyCommentInput,
  responses: { 201: AnomalyComment },
  handler: (context, { params, body }) => createComment(context, params.id, body.message),
})
