import { removeDatastore } from '../../../services/datastores/remove.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Deletes a datastore with everything the service knows of it; the source itself is not touched. */
export default defineRoute({
  method: 'DELETE',
  path: '/datastores/{id}',
  summary: 'Delete a datastore',
  group: 'Datastores',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => removeDatastore(context, params.id),
})
