import { User } from '../../../model/user.ts'
import { readUser } from '../../../services/users/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One user, deleted or not. */
export default defineRoute({
  method: 'GET',
  path: '/users/{id}',
  summary: 'Read a user',
  group: 'Users',
  params: idPath,
  responses: { 200: User },
  handler: (context, { params }) => readUser(context, params.id),
})
