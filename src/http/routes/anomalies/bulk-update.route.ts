import { Type } from 'typebox'
import { AnomalyRecord, IdentifiedAnomalyChange } from '../../../model/anomaly-record.ts'
import { updateAnomalies } from '../../../services/anomalies/update.ts'
import { bulkBody } from '../../body-bounds.ts'
import { defineRoute } from '../../route.ts'

/** Changes several anomalies, all or none. */
export default defineRoute({
  method: 'PATCH',
  path: '/anomalies',
  summary: 'Update anomalies',
  group: 'Anomalies',
  body: Type.Array(IdentifiedAnomalyChange, { maxItems: 1000 }),
  largest_body: bulkBody,
  responses: { 200: Type.Array(AnomalyRecord) },
  handler: (context, { body }) => updateAnomalies(context, body),
})
