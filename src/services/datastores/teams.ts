import type { Context } from '../../access/context.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { DatastoreChange } from '../../model/datastore-record.ts'
import type { Queryable } from '../../store/pool.ts'
import { teamsEditedBy } from '../../store/team-datastores.ts'
import { findTeamsNamed } from '../../store/teams.ts'

/** Ids of the teams named; an unknown name is 422. */
export async function teamIds(
  database: Queryable,
  teams: NonNullable<DatastoreChange['teams']>,
): Promise<number[]> {
  const names = [...new Set(teams.map((team) => (typeof team === 'string' ? team : team.name)))]
  const rows = await findTeamsNamed(database, names)
  const unknown = names.filter((name) => !rows.some((row) => row.name === name))
  if (unknown.length > 0) {
    throw invalidMember('teams', `No team is called ${unknown.map((name) => `"${name}"`).join(' or ')}.`)
  }
  return rows.map(({ id }) => id)
}

/**
 * Throws 403 unless the caller is Editor in each of these teams, or Admin: giving a datastore to a team, or taking it away,
 * changes what others may see.
 */
export async function requireOwnTeams({ principal, store }: Context, ids: readonly number[]): Promise<void> {
  if (principal.role === 'Admin' || ids.length === 0) return
  const own = await teamsEditedBy(store.database, principal.user_id)
  if (ids.every((id) => own.includes(id))) return
  throw new ServiceError(
    'forbidden',
    'A datastore can be given to a team, or taken from it, by those who are Editor through that team; ask an Admin for others.',
  )
}
