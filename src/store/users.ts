import { sql, type Updateable } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import { permissionsFrom, type Person, type Role } from '../model/principal.ts'
import type { Person as AssignablePerson, User, UserInput, UserType } from '../model/user.ts'
import { containing, fetchPage, isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'

/** The team that every user belongs to; it cannot be renamed or deleted. */
export const publicTeam = 'Public'

/** Writes a user and puts it into the team that everybody is in; returns its id. */
export async function insertUser(transaction: Queryable, input: UserInput): Promise<number> {
  const { id } = await transaction
    .insertInto('users')
    .values({ ...input, role: input.role ?? 'Member', user_type: input.user_type ?? 'Human' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('team_users')
    .columns(['team_id', 'user_id'])
    .expression((from) =>
      from
        .selectFrom('teams')
        .select(['teams.id', sql<number>`${id}`.as('user_id')])
        .where('teams.name', '=', publicTeam),
    )
    .execute()
  return id
}

/** By what users are sorted. */
export const userSorts = ['user_name', 'name', 'email', 'role', 'created_at', 'last_login'] as const

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

/** Users with the names of their teams. */
function shownUsers(database: Queryable) {
  return database
    .selectFrom('users')
    .select((from) => [
      'users.id',
      'users.id as user_id',
      'users.user_name',
      'users.email',
      'users.name',
      'users.role',
      'users.user_type',
      sql<string[]>`array(${from
        .selectFrom('team_users')
        .innerJoin('teams', 'teams.id', 'team_users.team_id')
        .select('teams.name')
        .whereRef('team_users.user_id', '=', 'users.id')
        .orderBy('teams.name')})`.as('teams'),
      'users.last_login',
      'users.created as created_at',
      'users.deleted_at',
    ])
}

/** The user as it is shown, deleted or not; undefined when there is none. */
export function findUser(database: Queryable, id: number): Promise<User | undefined> {
  return shownUsers(database).where('users.id', '=', id).executeTakeFirst()
}

/** One page, by user name unless sorted otherwise; who lacks what is sorted by comes last. */
export function listUsers(database: Queryable, filter: UserFilter): Promise<Page<User>> {
  const { sort = 'user_name', sort_dir = 'asc' } = filter
  const column = sort === 'created_at' ? 'users.created' : (`users.${sort}` as const)
  let query = shownUsers(database)
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

/** Those with Viewer or more on one of these datastores (null: on any), and Admins, by user name. `name` is part of either of their names. */
export function listAssignable(
  database: Queryable,
  datastores: readonly number[] | null,
  { name, ...request }: PageRequest & { name?: string },
): Promise<Page<AssignablePerson>> {
  const viewing = database
    .selectFrom('team_users')
    .innerJoin('teams', 'teams.id', 'team_users.team_id')
    .innerJoin('team_datastores', 'team_datastores.team_id', 'team_users.team_id')
    .select('team_users.user_id')
    .where('teams.permission', 'in', permissionsFrom('Viewer'))
  const there =
    datastores === null ? viewing : viewing.where(isAmong('team_datastores.datastore_id', [...datastores]))
  let query = database
    .selectFrom('users')
    .select(['users.id', 'users.id as user_id', 'users.user_name', 'users.name', 'users.email'])
    .where('users.deleted_at', 'is', null)
    .where((where) => where.or([where('users.role', '=', 'Admin'), where('users.id', 'in', there)]))
    .orderBy('users.user_name')
  if (name) {
    const pattern = containing(name)
    query = query.where((where) =>
      where.or([where('users.name', 'ilike', pattern), where('users.user_name', 'ilike', pattern)]),
    )
  }
  return fetchPage(query, request)
}

/** Undefined when there is no such user, or it was deleted. */
export function findLivingUser(database: Queryable, id: number): Promise<Person | undefined> {
  return database
    .selectFrom('users')
    .select(['id as user_id', 'user_name', 'role'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The user of exactly this name, deleted or not; undefined when there is none. */
export function findUserNamed(
  database: Queryable,
  name: string,
): Promise<{ id: number; deleted_at: string | null } | undefined> {
  return database
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where('user_name', '=', name)
    .executeTakeFirst()
}

/** The names of all users, of those who were deleted too, in no order. */
export function listUserNames(database: Queryable): Promise<{ id: number; user_name: string }[]> {
  return database.selectFrom('users').select(['id', 'user_name']).execute()
}

/** Sets these columns of the user; the others stay. */
export async function setUser(
  transaction: Queryable,
  id: number,
  columns: Updateable<Database['users']>,
): Promise<void> {
  await transaction.updateTable('users').set(columns).where('id', '=', id).execute()
}

/** Deletes the user's tokens, and takes the user out of every team; the row stays, for what the user did names it. False: it was retired before. */
export async function retireUser(transaction: Queryable, id: number, deleted_at: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ deleted_at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await transaction.deleteFrom('tokens').where('user_id', '=', id).execute()
  await transaction.deleteFrom('team_users').where('user_id', '=', id).execute()
  return true
}

/** Lets one transaction at a time give names: the one row of `installation` stands for all users. */
export async function lockUserNames(transaction: Queryable): Promise<void> {
  await transaction.selectFrom('installation').select('id').forUpdate().execute()
}

/** Locks the Admins that are left, so that of two changes at once only one can take the last but one. */
export async function lockAdmins(transaction: Queryable): Promise<number[]> {
  const role: Role = 'Admin'
  const admins = await transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.map(({ id }) => id)
}
