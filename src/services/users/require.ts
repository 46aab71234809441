import type { Context } from '../../access/context.ts'
import { isEnough, permissionOn } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Person, TeamPermission } from '../../model/principal.ts'
import { findLivingUser } from '../../store/users.ts'

/** Somebody whom a request names by id; 404 for no such user, or one that was deleted. */
export async function requireUser(context: Context, userId: number): Promise<Person> {
  const user = await findLivingUser(context.store.database, userId)
  if (!user) throw notFound('user', userId)
  return user
}

/** True when somebody, who need not be the caller, has the permission on the datastore; Admins have every one. */
export async function holds(
  context: Context,
  user: Person,
  datastoreId: number,
  permission: TeamPermission,
): Promise<boolean> {
  if (user.role === 'Admin') return true
  const held = await permissionOn(context.store.database, user, datastoreId)
  return isEnough(held, permission)
}
