import { AnomalyRecord } from '../../../model/anomaly-record.ts'
import { readAnomaly } from '../../../services/anomalies/read.ts'
import { anomalyPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One anomaly, by its id or its uuid. */
export default defineRoute({
  method: 'GET',
  path: '/anomalies/{id}',
  summary: 'Get an anomaly',
  group: 'Anomalies',
  params: anomalyPath,
  responses: { 200: AnomalyRecord },
  handler: (context, { params }) => readAnomaly(context, params.id),
})
