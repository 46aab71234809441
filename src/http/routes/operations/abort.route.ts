import { SingleOperation } from '../../../operations/records.ts'
import { abortOperation } from '../../../operations/control/abort.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Ends a queued or running run; what it has found so far stays. */
export default defineRoute({
  method: 'PUT',
  path: '/operations/abort/{id}',
  summary: 'Abort an operation',
  group: 'Operations',
  params: idPath,
  responses: { 200: SingleOperation },
  handler: (context, { params }) => abortOperation(context, params.id),
})
