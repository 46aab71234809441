import { Type } from 'typebox'
import { OperationLog } from '../../../model/operation-record.ts'
import { listOperationLogs } from '../../../operations/control/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** The log of a run, oldest first. */
export default defineRoute({
  method: 'GET',
  path: '/operations/{id}/logs',
  summary: 'List the log of an operation',
  group: 'Operations',
  params: idPath,
  query: Type.Object(pageQuery),
  responses: { 200: pageOf(OperationLog) },
  handler: (context, { params, query }) => listOperationLogs(context, params.id, query),
})
