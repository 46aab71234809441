import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { Token } from '../../model/user.ts'
import { listServiceTokens as selectServiceTokens, listTokensOf, type TokenRow } from '../../store/tokens.ts'

/** The caller's own tokens, newest first. */
export async function listTokens(context: Context): Promise<Token[]> {
  const { store, principal } = context
  const rows = await listTokensOf(store.database, principal.user_id)
  return rows.map(presentToken)
}

/** Admin: the tokens of all service users. */
export async function listServiceTokens(context: Context): Promise<Token[]> {
  requireRole(context, 'Admin')
  const rows = await selectServiceTokens(context.store.database)
  return rows.map(presentToken)
}

/** A row as it goes to the wire: the user's columns become a stub. */
export function presentToken({
  user_id,
  user_name,
  email,
  user_full_name,
  role,
  user_type,
  ...token
}: TokenRow): Token {
  return { ...token, user: { id: user_id, user_id, user_name, email, name: user_full_name, role, user_type } }
}
