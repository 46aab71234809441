import { randomUUID } from 'node:crypto'
import type { Context, Environment } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { signToken } from '../../access/token.ts'
import { notFound } from '../../kernel/errors.ts'
import type { NewToken, TokenInput } from '../../model/user.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { selectTokens } from '../../store/tokens.ts'
import { presentToken } from './list.ts'

const dayMilliseconds = 86_400_000

/** Everybody for themselves, Admin for others too. The answer is the only place where the token is told. */
export async function createToken(context: Context, input: TokenInput): Promise<NewToken> {
  const { database } = context.store
  const userId = input.user_id ?? context.principal.user_id
  if (userId !== context.principal.user_id) {
    const user = await database
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!user) throw notFound('user', userId)
    requireRole(context, 'Admin')
  }
  const { id, bearer_token } = await issueToken(context, userId, input.name, input.expires_in_days ?? null)
  const row = await selectTokens(database).where('tokens.id', '=', id).executeTakeFirstOrThrow()
  return { ...presentToken(row), bearer_token }
}

/** Makes a token without asking who wants it; null days: it never expires. A name is free once per user. */
export async function issueToken(
  { store, secrets, clock }: Pick<Environment, 'store' | 'secrets' | 'clock'>,
  userId: number,
  name: string,
  days: number | null,
): Promise<{ id: number; bearer_token: string }> {
  // The claim counts whole seconds, so the row does too.
  const now = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
  const expires = days === null ? null : new Date(now.getTime() + days * dayMilliseconds)
  const key = randomUUID()
  const { id } = await refusingDuplicates(`There is a token called "${name}" already.`, () =>
    store.database
      .insertInto('tokens')
      .values({
        user_id: userId,
        name,
        key,
        created: now.toISOString(),
        expiration: expires?.toISOString() ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, bearer_token: await signToken(secrets, { user_id: userId, key }, now, expires) }
}
