import { Type } from 'typebox'
import { Id } from '../../../model/wire.ts'
import { removeComment } from '../../../services/anomalies/comments.ts'
import { anomalyPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Deletes a comment of the caller's own. */
export default defineRoute({
  method: 'DELETE',
  path: '/anomalies/{id}/comments/{comment_id}',
  summary: 'Delete a comment',
  group: 'Anomalies',
  params: Type.Object({ ...anomalyPath.properties, comment_id: Id }),
  responses: { 204: null },
  handler: (context, { params }) => removeComment(context, params.id, params.comment_id),
})
