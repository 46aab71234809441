import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import { deleteToken, findToken } from '../../store/tokens.ts'
import { recordAudit } from '../../access/audit.ts'

/** Everybody for their own tokens, Admin for all. The next request with it is refused, and its name is free again. */
export async function revokeToken(context: Context, id: number): Promise<void> {
  const { database } = context.store
  const token = await findToken(database, id)
  if (!token) throw notFound('token', id)
  if (token.user_id !== context.principal.user_id) requireRole(context, 'Admin')
  await within(context, async (transaction) => {
    if (!(await deleteToken(transaction, id))) throw notFound('token', id)
    await recordAudit(context, transaction, {
      action: 'revoke_token',
      resource_type: 'user_token',
      resource_id: id,
      details: { name: token.name, user_id: token.user_id },
    })
  })
}
