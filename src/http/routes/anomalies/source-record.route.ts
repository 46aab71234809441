import { Type } from 'typebox'
import { SourceRecordText } from '../../../model/anomaly-record.ts'
import { readSourceRecord } from '../../../services/anomalies/source-record.ts'
import { anomalyPath } from '../../paths.ts'
import { sourceRecordQuery } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** The records that an anomaly is made of, up to the limit kept. */
export default defineRoute({
  method: 'GET',
  path: '/anomalies/{id}/source-record',
  summary: 'Get the source records of an anomaly',
  group: 'Anomalies',
  params: anomalyPath,
  query: Type.Object(sourceRecordQuery),
  responses: { 200: SourceRecordText },
  handler: (context, { params, query: { limit = 10, include_masked = false } }) =>
    readSourceRecord(context, params.id, limit, include_masked),
})
