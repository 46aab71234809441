import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import { toPage, type Page, type PageRequest } from '../../kernel/page.ts'
import type { TeamPermission } from '../../model/principal.ts'
import type { PermissionOfUser, Self, User } from '../../model/user.ts'
import { allDatastores } from '../../store/datastores.ts'
import { idsOf } from '../../store/paging.ts'
import { listPermissionsOf, permissionsOfUser } from '../../store/team-datastores.ts'
import { findToken } from '../../store/tokens.ts'
import { findUser, listUsers as selectUsers, type UserFilter } from '../../store/users.ts'

/** Manager. Deleted users are found too. */
export async function readUser(context: Context, id: number): Promise<User> {
  const user = await findUser(context.store.database, id)
  if (!user) throw notFound('user', id)
  requireRole(context, 'Manager')
  return user
}

/** Member: the caller. */
export async function readSelf(context: Context): Promise<Self> {
  const { user_id, role, actor } = context.principal
  const { database } = context.store
  const user = await findUser(database, user_id)
  if (!user) throw notFound('user', user_id)
  const held = role === 'Admin' ? await everyDatastore(context) : await permissionsOfUser(database, user_id)
  const row = actor.kind === 'token' ? await findToken(database, actor.id) : undefined
  const token = row ? { id: row.id, name: row.name, expiration: row.expiration } : null
  return { ...user, permissions: Object.fromEntries(held), token }
}

/** The highest permission on each, which an Admin has. */
async function everyDatastore({ store }: Context): Promise<[number, TeamPermission][]> {
  const ids = await idsOf(allDatastores(store.database))
  return ids.map((id) => [id, 'Editor'])
}

/** Manager. Of a deleted user nothing is left. */
export async function listPermissions(
  context: Context,
  id: number,
  page: PageRequest,
): Promise<Page<PermissionOfUser>> {
  const { role, deleted_at } = await readUser(context, id)
  if (deleted_at !== null) return toPage([], 0, page)
  return listPermissionsOf(context.store.database, { user_id: id, role }, page)
}

/** Manager. By user name unless sorted otherwise; who lacks what is sorted by comes last. */
export function listUsers(context: Context, filter: UserFilter): Promise<Page<User>> {
  requireRole(context, 'Manager')
  return selectUsers(context.store.database, filter)
}
