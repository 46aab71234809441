import { removeOperation } from '../../../operations/control/remove.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Deletes the record of a run; what it produced stays. */
export default defineRoute({
  method: 'DELETE',
  path: '/operations/{id}',
  summary: 'Delete an operation',
  group: 'Operations',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => removeOperation(context, params.id),
})
