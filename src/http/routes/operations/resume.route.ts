import { Type } from 'typebox'
import { SingleOperation } from '../../../operations/records.ts'
import { resumeOperation } from '../../../operations/control/resume.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Takes an aborted or failed run up again where it stopped. */
export default defineRoute({
  method: 'PUT',
  path: '/operations/run/{id}',
  summary: 'Resume an operation',
  group: 'Operations',
  params: idPath,
  query: Type.Object({ force_abort: Type.Optional(Type.Boolean()) }),
  responses: { 200: SingleOperation },
  handler: (context, { params, query }) => resumeOperation(context, params.id, query.force_abort ?? false),
})
