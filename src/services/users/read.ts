import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page } from '../../kernel/page.ts'
import type { User } from '../../model/user.ts'
import { findUser, listUsers as selectUsers, type UserFilter } from '../../store/users.ts'

/** Manager. Deleted users are found too. */
export async function readUser(context: Context, id: number): Promise<User> {
  const user = await findUser(context.store.database, id)
  if (!user) throw notFound('user', id)
  requireRole(context, 'Manager')
  return user
}

/** Member: the caller. */
export async function readSelf(context: Context): Promise<User> {
  const { user_id } = context.principal
  const user = await findUser(context.store.database, user_id)
  if (!user) throw notFound('user', user_id)
  return user
}

/** Manager. By user name unless sorted otherwise; who lacks what is sorted by comes last. */
export function listUsers(context: Context, filter: UserFilter): Promise<Page<User>> {
  requireRole(context, 'Manager')
  return selectUsers(context.store.database, filter)
}
