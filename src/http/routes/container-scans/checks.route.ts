import { Type } from 'typebox'
import { CheckResult } from '../../../model/container-scan-record.ts'
import { SortDirection } from '../../../model/wire.ts'
import { listContainerScanChecks } from '../../../services/container-scans/checks.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { idPath } from '../../paths.ts'
import { text } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Verdicts on the checks of one container scan. */
export default defineRoute({
  method: 'GET',
  path: '/container-scans/{id}/checks',
  summary: 'List the check results of a container scan',
  group: 'Container scans',
  params: idPath,
  query: Type.Object({
    ...pageQuery,
    search: Type.Optional(text('A part of the description of the check, or its id')),
    result: Type.Optional(Type.Enum(['passed', 'failed'])),
    sort_anomalies: Type.Optional(SortDirection),
  }),
  responses: { 200: pageOf(CheckResult) },
  handler: (context, { params, query }) => listContainerScanChecks(context, params.id, query, query),
})
