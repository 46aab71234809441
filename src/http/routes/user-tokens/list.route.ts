import { Type } from 'typebox'
import { Token } from '../../../model/user.ts'
import { listTokens } from '../../../services/tokens/list.ts'
import { defineRoute } from '../../route.ts'

/** The tokens of the caller, without what authenticates. */
export default defineRoute({
  method: 'GET',
  path: '/user-tokens',
  summary: 'List your API tokens',
  group: 'Tokens',
  responses: { 200: Type.Array(Token) },
  handler: listTokens,
})
