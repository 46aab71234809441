import { removeContainer } from '../../../services/containers/remove.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Deletes what the service knows of a container; the source itself is not touched. */
export default defineRoute({
  method: 'DELETE',
  path: '/containers/{id}',
  summary: 'Delete a container',
  group: 'Containers',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => removeContainer(context, params.id),
})
