import { Type } from 'typebox'
import { Token } from '../../../model/user.ts'
import { listServiceTokens } from '../../../services/tokens/list.ts'
import { defineRoute } from '../../route.ts'

/** The tokens of service users, for Admins. */
export default defineRoute({
  method: 'GET',
  path: '/user-tokens/service',
  summary: 'List the API tokens of service users',
  group: 'Tokens',
  responses: { 200: Type.Array(Token) },
  handler: listServiceTokens,
})
