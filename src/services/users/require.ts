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

/** What a refusal calls somebody: by name for those who may see users, else by the id that they gave. */
export function calledFor({ principal }: Context, { user_id, user_name }: Person): string {
  return principal.role === 'Member' ? `The user ${user_id}` : user_name
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
