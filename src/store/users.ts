import { sql } from 'kysely'
import type { Role } from '../model/principal.ts'
import type { UserInput } from '../model/user.ts'
import type { Queryable } from './pool.ts'

/** The team that every user belongs to; it cannot be renamed or deleted. */
export const publicTeam = 'Public'

/** Writes a user and puts it into the team that everybody is in; returns its id. */
export async function insertUser(transaction: Queryable, input: UserInput): Promise<number> {
  const { id } = await transaction
    .insertInto('users')
    .values({ role: 'Member', ...input })
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

/** Users with the names of their teams; narrow and order it as needed. */
export function selectUsers(database: Queryable) {
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
