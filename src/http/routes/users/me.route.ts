import { User } from '../../../model/user.ts'
import { readSelf } from '../../../services/users/read.ts'
import { defineRoute } from '../../route.ts'

/** The user behind the token. */
export default defineRoute({
  method: 'GET',
  path: '/users/me',
  summary: 'Read the caller',
  group: 'Users',
  responses: { 200: User },
  handler: (context) => readSelf(context),
})
