import { User, UserInput } from '../../../model/user.ts'
import { createUser } from '../../../services/users/create.ts'
import { defineRoute } from '../../route.ts'

/** Makes a user, who gets in once a token is made for them. */
export default defineRoute({
  method: 'POST',
  path: '/users',
  summary: 'Create a user',
  group: 'Users',
  body: UserInput,
  responses: { 201: User },
  handler: (context, { body }) => createUser(context, body),
})
