import { Type } from 'typebox'
import { downloadSourceRecords } from '../../../services/container-scans/source-records.ts'
import { idPath } from '../../paths.ts'
import { sourceRecordQuery } from '../../query.ts'
import { defineRoute, Download } from '../../route.ts'

/** The same rows as a CSV file, all of them unless limited. */
export default defineRoute({
  method: 'GET',
  path: '/container-scans/{id}/source-records/download',
  summary: 'Download the source records of a container scan as CSV',
  group: 'Container scans',
  params: idPath,
  query: Type.Object(sourceRecordQuery),
  responses: { 200: Type.String() },
  media_type: 'text/csv',
  async handler(context, { params, query: { limit = null, include_masked = false } }) {
    const content = await downloadSourceRecords(context, params.id, limit, include_masked)
    return new Download(`container-scan-${params.id}-source-records.csv`, 'text/csv; charset=utf-8', content)
  },
})
