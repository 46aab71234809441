import { recordAudit } from '../../access/audit.ts'
import type { Visitor } from '../../access/context.ts'
import { makeSecret } from '../../access/session.ts'
import { within } from '../../access/within.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { SignInCode } from '../../model/session.ts'
import { findWorkingToken, insertCode } from '../../store/sessions.ts'
import { idOfToken } from './begin.ts'

const lifetimeMilliseconds = 10 * 60_000

/** Whoever has the token itself, which a session does not give. Throws `unauthenticated` for one that lets nobody in. */
export async function makeSignInCode(visitor: Visitor, token: string): Promise<SignInCode> {
  const { clock } = visitor
  const token_id = await idOfToken(visitor, token)
  return within(visitor, async (transaction) => {
    const holder = await findWorkingToken(transaction, clock, token_id)
    if (!holder) throw new ServiceError('unauthenticated', 'The API token was revoked; make a new one.')
    const { secret, hash } = makeSecret()
    const now = await clock.now(transaction)
    const expires = new Date(now.getTime() + lifetimeMilliseconds).toISOString()
    await insertCode(transaction, clock, { token_id, code_hash: hash, expires })
    const { user_id, user_name } = holder
    await recordAudit({ ...visitor, principal: { user_id, user_name } }, transaction, {
      action: 'create_sign_in_code',
      resource_type: 'user_token',
      resource_id: token_id,
      details: { name: holder.name },
    })
    return { code: secret, expires, path: `/console/sign-in#${secret}` }
  })
}
