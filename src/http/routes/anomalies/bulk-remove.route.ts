import { Type } from 'typebox'
import { IdentifiedAnomalyRemoval } from '../../../model/anomaly-record.ts'
import { removeAnomalies } from '../../../services/anomalies/remove.ts'
import { bulkBody } from '../../body-bounds.ts'
import { defineRoute } from '../../route.ts'

/** Archives or deletes several anomalies, all or none. */
export default defineRoute({
  method: 'DELETE',
  path: '/anomalies',
  summary: 'Archive or delete anomalies',
  group: 'Anomalies',
  body: Type.Array(IdentifiedAnomalyRemoval, { maxItems: 1000 }),
  largest_body: bulkBody,
  responses: { 204: null },
  handler: (context, { body }) => removeAnomalies(context, body),
})
