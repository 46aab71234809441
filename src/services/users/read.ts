import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { User, UserType } from '../../model/user.ts'
import type { Role } from '../../model/principal.ts'
import { containing, fetchPage } from '../../store/paging.ts'
import { selectUsers } from '../../store/users.ts'

/** `name` is part of the full name, the user name or the e-mail address; `team` is a team's name. */
export interface UserFilter extends PageRequest {
  name?: string
  role?: Role[]
  type?: UserType[]
  team?: string[]
  include_deleted?: boolean
  sort?: (typeof userSorts)[number]
  sort_dir?: 'asc' | 'desc'
}

/** The filters of the list of users. */
export const userSorts = ['user_name', 'name', 'email', 'role', 'created_at', 'last_login'] as const

/** Manager. Deleted users are found too. */
export async function readUser(context: Context, id: number): Promise<User> {
  const user = await selectUsers(context.store.database).where('users.id', '=', id).executeTakeFirst()
  if (!user) throw notFound('user', id)
  requireRole(context, 'Manager')
  return user
}

/** Member: the caller. */
export async function readSelf(context: Context): Promise<User> {
  const { user_id } = context.principal
  const user = await selectUsers(context.store.database).where('users.id', '=', user_id).executeTakeFirst()
  if (!user) throw notFound('user', user_id)
  return user
}

/** Manager. By user name unless sorted otherwise; who lacks what is sorted by comes last. */
export function listUsers(context: Context, filter: UserFilter): Promise<Page<User>> {
  requireRole(context, 'Manager')
  const { sort = 'user_name', sort_dir = 'asc' } = filter
  const column = sort === 'created_at' ? 'users.created' : (`users.${sort}` as const)
  let query = selectUsers(context.store.database)
    .orderBy(column, (by) => (sort_dir === 'asc' ? by.asc() : by.desc()).nullsLast())
    .orderBy('users.user_name')
  const { name, role, type, team } = filter
  if (!filter.include_deleted) query = query.where('users.deleted_at', 'is', null)
  if (role) query = query.where('users.role', 'in', role)
  if (type) query = query.where('users.user_type', 'in', type)
  if (name) {
    const pattern = containing(name)
    query = query.where((where) =>
      where.or([
        where('users.name', 'ilike', pattern),
        where('users.user_name', 'ilike', pattern),
        where('users.email', 'ilike', pattern),
      ]),
    )
  }
  if (team) {
    query = query.where('users.id', 'in', (from) =>
      from
        .selectFrom('team_users')
        .innerJoin('teams', 'teams.id', 'team_users.team_id')
        .select('team_users.user_id')
        .where('teams.name', 'in', team),
    )
  }
  return fetchPage(query, filter)
}
