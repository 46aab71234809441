import { Token, TokenChange } from '../../../model/user.ts'
import { updateToken } from '../../../services/tokens/update.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Revokes a token in a way that can be undone, or restores it. */
export default defineRoute({
  method: 'PUT',
  path: '/user-tokens/{id}',
  summary: 'Revoke or restore an API token',
  group: 'Tokens',
  params: idPath,
  body: TokenChange,
  responses: { 200: Token },
  handler: (context, { params, body }) => updateToken(context, params.id, body),
})
