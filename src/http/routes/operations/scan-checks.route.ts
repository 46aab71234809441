import { Type } from 'typebox'
import { CheckResult } from '../../../model/container-scan-record.ts'
import { listScanChecks } from '../../../operations/control/scan-checks.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { idPath } from '../../paths.ts'
import { text } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Verdicts on the checks of a whole scan. */
export default defineRoute({
  method: 'GET',
  path: '/operations/{id}/scan-checks',
  summary: 'List the check results of a scan',
  group: 'Operations',
  params: idPath,
  query: Type.Object({
    ...pageQuery,
    search: Type.Optional(text('A part of the description of the check, or its id')),
  }),
  responses: { 200: pageOf(CheckResult) },
  refuses: [409],
  handler: (context, { params, query }) => listScanChecks(context, params.id, query.search, query),
})
