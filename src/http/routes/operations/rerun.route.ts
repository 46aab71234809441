import { SingleOperation } from '../../../operations/records.ts'
import { rerunOperation } from '../../../operations/control/rerun.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Starts a new run with the configuration of one that has ended. */
export default defineRoute({
  method: 'PUT',
  path: '/operations/rerun/{id}',
  summary: 'Rerun an operation',
  group: 'Operations',
  params: idPath,
  responses: { 200: SingleOperation },
  handler: (context, { params }) => rerunOperation(context, params.id),
})
