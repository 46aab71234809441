import { revokeToken } from '../../../services/tokens/revoke.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Ends a token at once and forgets it. */
export default defineRoute({
  method: 'DELETE',
  path: '/user-tokens/{id}',
  summary: 'Revoke an API token for good',
  group: 'Tokens',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => revokeToken(context, params.id),
})
