import { removeUser } from '../../../services/users/update.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Ends a user and their tokens. */
export default defineRoute({
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Delete a user',
  group: 'Users',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => removeUser(context, params.id),
})
