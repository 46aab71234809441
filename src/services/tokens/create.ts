import { within } from '../../access/within.ts'
import { randomUUID } from 'node:crypto'
import type { Context, Environment } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { signToken } from '../../access/token.ts'
import { notFound } from '../../kernel/errors.ts'
import type { NewToken, TokenInput } from '../../model/user.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { findToken, insertToken } from '../../store/tokens.ts'
import { recordAudit } from '../../access/audit.ts'
import { requireUser } from '../users/require.ts'
import { presentToken } from './list.ts'

const dayMilliseconds = 86_400_000

/** Everybody for themselves, Admin for others too. The answer is the only place where the token is told. */
export async function createToken(context: Context, input: TokenInput): Promise<NewToken> {
  const { database } = context.store
  const userId = input.user_id ?? context.principal.user_id
  if (userId !== context.principal.user_id) {
    await requireUser(context, userId)
    requireRole(context, 'Admin')
  }
  const { name, expires_in_days = null } = input
  const { id, bearer_token } = await within(context, async (transaction) => {
    const issued = await issueToken(context, userId, name, expires_in_days, transaction)
    await recordAudit(context, transaction, {
      action: 'create_token',
      resource_type: 'user_token',
      resource_id: issued.id,
      details: { name, user_id: userId, expires_in_days },
    })
    return issued
  })
  const row = await findToken(database, id)
  if (!row) throw notFound('token', id)
  return { ...presentToken(row), bearer_token }
}

/** Makes a token without asking who wants it; null days: it never expires. A name is free once per user; `database` may be a transaction. */
export async function issueToken(
  { store, secrets, clock }: Pick<Environment, 'store' | 'secrets' | 'clock'>,
  userId: number,
  name: string,
  days: number | null,
  database: Queryable = store.database,
): Promise<{ id: number; bearer_token: string }> {
  // The claim counts whole seconds, so the row does too.
  const now = new Date(Math.floor((await clock.now(database)).getTime() / 1000) * 1000)
  const expires = days === null ? null : new Date(now.getTime() + days * dayMilliseconds)
  const key = randomUUID()
  const id = await refusingDuplicates(`There is a token called "${name}" already.`, () =>
    insertToken(database, {
      user_id: userId,
      name,
      key,
      created: now.toISOString(),
      expiration: expires?.toISOString() ?? null,
    }),
  )
  return { id, bearer_token: await signToken(secrets, { user_id: userId, key }, now, expires) }
}
