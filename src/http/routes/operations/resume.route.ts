import { Type } from 'typebox'
import { OperationRecord } from '../../../model/operation-record.ts'
import { resumeOperation } from '../../../operations/control/resume.ts'
import { idPath } from '../../paging.ts'
import { defineRoute } from '../../route.ts'

/** Takes an aborted or failed run up again where it stopped. */
export default defineRoute({
  method: 'PUT',
  path: '/operations/run/{id}',
  summary: 'Resume an operation',
  group: 'Operations',
  params: idPath,
  query: Type.Object({ force_abort: Type.Optional(Type.Boolean()) }),
  responses: { 200: OperationRecord },
  handler: (context, { params, query }) => resumeOperation(context, params.id, query.force_abort ?? false),
})
