import { User, UserChange } from '../../../model/user.ts'
import { updateUser } from '../../../services/users/update.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given. */
export default defineRoute({
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Update a user',
  group: 'Users',
  params: idPath,
  body: UserChange,
  responses: { 200: User },
  handler: (context, { params, body }) => updateUser(context, params.id, body),
})
