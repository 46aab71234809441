import { Type } from 'typebox'
import { SourceRecords } from '../../../model/container-scan-record.ts'
import { readSourceRecords } from '../../../services/container-scans/source-records.ts'
import { idPath } from '../../paths.ts'
import { sourceRecordQuery } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Source records of a container scan, each row once. */
export default defineRoute({
  method: 'GET',
  path: '/container-scans/{id}/source-records',
  summary: 'Get the source records of a container scan',
  group: 'Container scans',
  params: idPath,
  query: Type.Object(sourceRecordQuery),
  responses: { 200: SourceRecords },
  handler: (context, { params, query: { limit = 10, include_masked = false } }) =>
    readSourceRecords(context, params.id, limit, include_masked),
})
