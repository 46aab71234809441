import { removeConnection } from '../../../services/connections/remove.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Deletes a connection that no datastore uses. */
export default defineRoute({
  method: 'DELETE',
  path: '/connections/{id}',
  summary: 'Delete a connection',
  group: 'Connections',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => removeConnection(context, params.id),
})
