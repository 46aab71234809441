import { sql } from 'kysely'
import type { Role } from '../model/principal.ts'
import type { Queryable } from './pool.ts'
import { publicTeam } from './users.ts'

/** The user behind an identity at a provider, deleted or not. */
export interface IdentifiedUser {
  id: number
  user_name: string
  role: Role
  deleted_at: string | null
}

/** Locked until the transaction ends; undefined when nobody came with this identity yet. */
export function lockIdentifiedUser(
  transaction: Queryable,
  issuer: string,
  subject: string,
): Promise<IdentifiedUser | undefined> {
  return transaction
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .select(['users.id', 'users.user_name', 'users.role', 'users.deleted_at'])
    .where('user_identities.issuer', '=', issuer)
    .where('user_identities.subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
}

/** Living people with this e-mail address, in any letter case, whom the issuer does not know yet. */
export function findUnidentified(
  transaction: Queryable,
  issuer: string,
  email: string,
): Promise<IdentifiedUser[]> {
  return transaction
    .selectFrom('users')
    .select(['id', 'user_name', 'role', 'deleted_at'])
    .where('deleted_at', 'is', null)
    .where('user_type', '=', 'Human')
    .where((where) => where(sql<string>`lower(email)`, '=', email.toLowerCase()))
    .where('id', 'not in', (from) =>
      from.selectFrom('user_identities').select('user_id').where('issuer', '=', issuer),
    )
    .orderBy('id')
    .execute()
}

/** Remembers that the person is this user. */
export async function insertIdentity(
  transaction: Queryable,
  identity: { issuer: string; subject: string; user_id: number; created: string },
): Promise<void> {
  await transaction.insertInto('user_identities').values(identity).execute()
}

/** Puts the user into these teams and takes it out of those, by their names; returns the names of teams that there are not. */
export async function setTeamsOf(
  transaction: Queryable,
  userId: number,
  teams: { in: readonly string[]; out: readonly string[] },
): Promise<{ changed: boolean; missing: string[] }> {
  const found = await transaction
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('name', 'in', [...teams.in, ...teams.out])
    .execute()
  const idsOf = (names: readonly string[]) =>
    found.filter(({ name }) => names.includes(name) && name !== publicTeam).map(({ id }) => id)
  const entering = idsOf(teams.in).map((team_id) => ({ team_id, user_id: userId }))
  const entered =
    entering.length === 0
      ? []
      : await transaction
          .insertInto('team_users')
          .values(entering)
          .onConflict((conflict) => conflict.doNothing())
          .returning('team_id')
          .execute()
  const left = await transaction
    .deleteFrom('team_users')
    .where('user_id', '=', userId)
    .where('team_id', 'in', idsOf(teams.out))
    .returning('team_id')
    .execute()
  const known = new Set(found.map(({ name }) => name))
  return {
    changed: entered.length + left.length > 0,
    missing: teams.in.filter((name) => !known.has(name)),
  }
}
