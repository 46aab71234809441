import { Type } from 'typebox'
import { downloadSourceRecord } from '../../../services/anomalies/source-record.ts'
import { anomalyPath } from '../../paths.ts'
import { sourceRecordQuery } from '../../query.ts'
import { defineRoute, Download } from '../../route.ts'

/** The same rows as a CSV file, all of them unless limited. */
export default defineRoute({
  method: 'GET',
  path: '/anomalies/{id}/source-record/csv',
  summary: 'Download the source records of an anomaly as CSV',
  group: 'Anomalies',
  params: anomalyPath,
  query: Type.Object(sourceRecordQuery),
  responses: { 200: Type.String() },
  media_type: 'text/csv',
  async handler(context, { params, query: { limit = null, include_masked = false } }) {
    const { anomaly_id, content } = await downloadSourceRecord(context, params.id, limit, include_masked)
    return new Download(`anomaly-${anomaly_id}-source-records.csv`, 'text/csv; charset=utf-8', content)
  },
})
