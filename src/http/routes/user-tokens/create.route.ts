import { NewToken, TokenInput } from '../../../model/user.ts'
import { createToken } from '../../../services/tokens/create.ts'
import { defineRoute } from '../../route.ts'

/** Makes a token; this answer is the only one that tells it. */
export default defineRoute({
  method: 'POST',
  path: '/user-tokens',
  summary: 'Create an API token',
  group: 'Tokens',
  body: TokenInput,
  responses: { 201: NewToken },
  handler: (context, { body }) => createToken(context, body),
})
