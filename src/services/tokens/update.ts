import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Token, TokenChange } from '../../model/user.ts'
import { deleteSessionsOf } from '../../store/sessions.ts'
import { findToken, setTokenActive } from '../../store/tokens.ts'
import { recordAudit } from '../../access/audit.ts'
import { presentToken } from './list.ts'

/**
 * Revokes a token, which everybody may for their own and Admin for all, or restores it, which takes an Admin: what was
 * revoked because it leaked is not for its holder to bring back. 409 for restoring one that has expired.
 */
export async function updateToken(context: Context, id: number, { active }: TokenChange): Promise<Token> {
  const { database } = context.store
  const token = await findToken(database, id)
  if (!token) throw notFound('token', id)
  const isRestore = active === true && !token.active
  if (isRestore || token.user_id !== context.principal.user_id) requireRole(context, 'Admin')
  if (active === undefined || active === token.active) return presentToken(token)
  if (
    isRestore &&
    token.expiration !== null &&
    Date.parse(token.expiration) <= (await context.clock.now(database)).getTime()
  ) {
    throw new ServiceError('wrong_state', 'The token has expired and cannot be restored; make a new one.')
  }
  await within(context, async (transaction) => {
    await setTokenActive(transaction, id, active)
    // They stay ended when the token works again.
    if (!active) await deleteSessionsOf(transaction, id)
    await recordAudit(context, transaction, {
      action: active ? 'restore_token' : 'revoke_token',
      resource_type: 'user_token',
      resource_id: id,
      details: { name: token.name, user_id: token.user_id },
    })
  })
  return presentToken({ ...token, active })
}
