import type { Context } from '../../access/context.ts'
import { permissionOn } from '../../access/require.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import { teamPermissions } from '../../model/principal.ts'

/** Refuses an owner who could not even draft the check: 404 for no such user, 422 for one without Drafter on the datastore. */
export async function requireOwner(context: Context, userId: number, datastoreId: number): Promise<void> {
  const user = await requireUser(context, userId)
  if (user.role === 'Admin') return
  const principal = { user_id: userId, user_name: user.user_name, role: user.role }
  const held = await permissionOn(context.store.database, principal, datastoreId)
  if (held === null || teamPermissions.indexOf(held) < teamPermissions.indexOf('Drafter')) {
    throw invalidMember('owner_id', `${user.user_name} needs Drafter on the datastore to own its checks.`)
  }
}

/** 404 for no such user, or one that was deleted. */
export async function requireUser(context: Context, userId: number) {
  const user = await context.store.database
    .selectFrom('users')
    .select(['user_name', 'role'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw notFound('user', userId)
  return user
}
