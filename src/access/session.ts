import { createHash, randomBytes } from 'node:crypto'
import { ServiceError } from '../kernel/errors.ts'
import type { Caller } from '../model/principal.ts'
import { findSessionHolder } from '../store/sessions.ts'
import { noteTokenUse } from '../store/tokens.ts'
import type { Environment } from './context.ts'

/** A secret of 256 random bits, and what the state keeps of it. */
export function makeSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

/** SHA-256, hexadecimal: enough for secrets that nobody can guess. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The user of the session of this secret; throws `unauthenticated` when it has ended, or its token or user has. */
export async function authenticateSession(
  { store, clock }: Pick<Environment, 'store' | 'clock'>,
  secret: string,
): Promise<Caller> {
  // The state is asked at every request, as for tokens.
  const holder = await findSessionHolder(store.database, clock, hashOf(secret))
  if (!holder) throw new ServiceError('unauthenticated', 'The session has ended; sign in again.')
  await noteTokenUse(store.database, holder)
  const { user_id, user_name, role, token_id, snapshot } = holder
  return { user_id, user_name, role, actor: { kind: 'token', id: token_id }, snapshot }
}
