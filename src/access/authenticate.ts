import { ServiceError } from '../kernel/errors.ts'
import type { Caller } from '../model/principal.ts'
import { findTokenHolder, noteTokenUse } from '../store/tokens.ts'
import type { Environment } from './context.ts'
import { readToken } from './token.ts'

/** The sender of this bearer token; throws `unauthenticated` when it is absent, not ours, expired or revoked, or its user is deleted. */
export async function authenticate(
  { store, secrets, clock }: Pick<Environment, 'store' | 'secrets' | 'clock'>,
  token: string | undefined,
): Promise<Caller> {
  if (token === undefined) throw new ServiceError('unauthenticated')
  const { user_id, key, expires } = await readToken(secrets, token)
  // The state is asked at every request: what was revoked is refused at once, by every process.
  const holder = await findTokenHolder(store.database, clock, user_id, key)
  if (expires !== null && expires <= (holder ? new Date(holder.now) : await clock.now(store.database))) {
    throw new ServiceError('unauthenticated', 'The API token has expired; make a new one.')
  }
  if (!holder) {
    throw new ServiceError('unauthenticated', 'The API token was revoked; make a new one.')
  }
  await noteTokenUse(store.database, holder)
  const { user_name, role, token_id, snapshot } = holder
  return { user_id, user_name, role, actor: { kind: 'token', id: token_id }, snapshot }
}
