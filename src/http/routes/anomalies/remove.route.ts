import { Type } from 'typebox'
import { anomalyRemoval } from '../../../model/anomaly-record.ts'
import { removeAnomaly } from '../../../services/anomalies/remove.ts'
import { anomalyPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Archives an anomaly with a reason, or deletes it for good with `archive=false`. */
export default defineRoute({
  method: 'DELETE',
  path: '/anomalies/{id}',
  summary: 'Archive or delete an anomaly',
  group: 'Anomalies',
  params: anomalyPath,
  query: Type.Object(anomalyRemoval),
  responses: { 204: null },
  handler: (context, { params, query }) => removeAnomaly(context, params.id, query),
})
