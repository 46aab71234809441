import { recordAudit } from '../../access/audit.ts'
import { authenticate } from '../../access/authenticate.ts'
import type { Visitor } from '../../access/context.ts'
import { hashOf, makeSecret } from '../../access/session.ts'
import { within } from '../../access/within.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { Session, SessionInput } from '../../model/session.ts'
import type { Queryable } from '../../store/pool.ts'
import { findWorkingToken, insertSession, takeCode } from '../../store/sessions.ts'
import { endWithin } from './end.ts'

/** A session lasts at most a week, milliseconds; who works on signs in again. */
const longestMilliseconds = 7 * 86_400_000

/** A session and the secret of its cookie, which is told only now. */
export interface BegunSession {
  session: Session
  secret: string
}

/**
 * Whoever has a token or a one-time code. The secret is always a new one, and the session that the browser had (`former`, its
 * secret; null without one) ends. Throws `unauthenticated` for a token or code that lets nobody in.
 */
export async function beginSession(
  visitor: Visitor,
  { token, code }: SessionInput,
  former: string | null,
): Promise<BegunSession> {
  if ((token === undefined) === (code === undefined)) {
    throw invalidMember('token', 'Give a token or a code, one of the two.')
  }
  const { clock } = visitor
  const known = token === undefined ? null : await idOfToken(visitor, token)
  return within(visitor, async (transaction) => {
    const token_id = known ?? (await taken(visitor, transaction, code ?? ''))
    const holder = await findWorkingToken(transaction, clock, token_id)
    if (!holder) throw new ServiceError('unauthenticated', 'The API token was revoked; make a new one.')
    if (former !== null) await endWithin(visitor, transaction, former)
    const now = await clock.now(transaction)
    const { user_id, user_name, name, expiration } = holder
    const longest = new Date(now.getTime() + longestMilliseconds).toISOString()
    const expires = expiration !== null && expiration < longest ? expiration : longest
    const { secret, hash } = makeSecret()
    const created = now.toISOString()
    const id = await insertSession(transaction, { token_id, secret_hash: hash, created, expires })
    await recordAudit({ ...visitor, principal: { user_id, user_name } }, transaction, {
      action: 'begin_session',
      resource_type: 'session',
      resource_id: id,
      details: { token_id, token: name, by: token === undefined ? 'code' : 'token', expires },
    })
    return { session: { id, created, expires, user_id, token: { id: token_id, name, expiration } }, secret }
  })
}

/** Throws `unauthenticated` for a token that lets nobody in. */
export async function idOfToken(visitor: Visitor, token: string): Promise<number> {
  const { actor } = await authenticate(visitor, token)
  if (actor.kind !== 'token') throw new Error('A token authenticates as itself.')
  return actor.id
}

async function taken({ clock }: Visitor, transaction: Queryable, code: string): Promise<number> {
  const tokenId = await takeCode(transaction, clock, hashOf(code))
  if (tokenId !== undefined) return tokenId
  throw new ServiceError(
    'unauthenticated',
    'The code is unknown, used or more than ten minutes old; make a new one.',
  )
}
