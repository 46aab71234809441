import { Type } from 'typebox'
import { Check } from '../../../model/check-record.ts'
import { listChecks } from '../../../services/checks/read.ts'
import { checkQuery } from '../../check-query.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { defineRoute } from '../../route.ts'

/** Checks of the datastores that the caller may see, oldest first. */
export default defineRoute({
  method: 'GET',
  path: '/quality-checks',
  summary: 'List quality checks',
  group: 'Quality checks',
  query: Type.Object({ ...pageQuery, ...checkQuery }),
  responses: { 200: pageOf(Check) },
  handler: (context, { query }) => listChecks(context, query),
})
