import { recordAudit } from '../../access/audit.ts'
import type { Context, Visitor } from '../../access/context.ts'
import { hashOf } from '../../access/session.ts'
import { within } from '../../access/within.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { deleteSession } from '../../store/sessions.ts'
import { deleteSignInToken } from '../../store/tokens.ts'

/** Whoever has its secret ends it; null or one that has ended already: nothing happens. Streams that are read with it end. */
export async function endSession(context: Context, secret: string | null): Promise<void> {
  if (secret === null) return
  await within(context, (transaction) => endWithin(context, transaction, secret))
}

/** Ends the session of this secret, if there is one, in a transaction that does more, in the name of the session's own user. */
export async function endWithin(
  visitor: Visitor,
  transaction: OpenTransaction,
  secret: string,
): Promise<void> {
  const ended = await deleteSession(transaction, hashOf(secret))
  if (!ended) return
  const { id, token_id, user_id, user_name } = ended
  await deleteSignInToken(transaction, token_id)
  await recordAudit({ ...visitor, principal: { user_id, user_name } }, transaction, {
    action: 'end_session',
    resource_type: 'session',
    resource_id: id,
    details: { token_id },
  })
}
