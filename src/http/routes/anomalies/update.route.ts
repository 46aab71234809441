import { AnomalyChange, AnomalyRecord } from '../../../model/anomaly-record.ts'
import { updateAnomaly } from '../../../services/anomalies/update.ts'
import { anomalyPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given; an open status also restores an archived anomaly. */
export default defineRoute({
  method: 'PUT',
  path: '/anomalies/{id}',
  summary: 'Update an anomaly',
  group: 'Anomalies',
  params: anomalyPath,
  body: AnomalyChange,
  responses: { 200: AnomalyRecord },
  handler: (context, { params, body }) => updateAnomaly(context, params.id, body),
})
