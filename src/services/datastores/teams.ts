import type { Context } from '../../access/context.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { DatastoreChange } from '../../model/datastore-record.ts'
import type { Queryable } from '../../store/pool.ts'

/** Ids of the teams named; an unknown name is 422. */
export async function teamIds(
  database: Queryable,
  teams: NonNullable<DatastoreChange['teams']>,
): Promise<number[]> {
  const names = [...new Set(teams.map((team) => (typeof team === 'string' ? team : team.name)))]
  if (names.length === 0) return []
  const rows = await database.selectFrom('teams').select(['id', 'name']).where('name', 'in', names).execute()
  const unknown = names.filter((name) => !rows.some((row) => row.name === name))
  if (unknown.length > 0) {
    throw invalidMember('teams', `No team is called ${unknown.map((name) => `"${name}"`).join(' or ')}.`)
  }
  return rows.map(({ id }) => id)
}

/** Ids of the teams that have the datastore now. */
export async function teamsOf(database: Queryable, datastoreId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('team_datastores')
    .select('team_id')
    .where('datastore_id', '=', datastoreId)
    .orderBy('team_id')
    .execute()
  return rows.map(({ team_id }) => team_id)
}

/**
 * Throws 403 unless the caller is Editor in each of these teams, or Admin: giving a datastore to a team, or taking it away,
 * changes what others may see.
 */
export async function requireOwnTeams({ principal, store }: Context, ids: readonly number[]): Promise<void> {
  if (principal.role === 'Admin' || ids.length === 0) return
  const own = await store.database
    .selectFrom('team_users')
    .innerJoin('teams', 'teams.id', 'team_users.team_id')
    .select('teams.id')
    .where('team_users.user_id', '=', principal.user_id)
    .where('teams.permission', '=', 'Editor')
    .execute()
  if (ids.every((id) => own.some((team) => team.id === id))) return
  throw new ServiceError(
    'forbidden',
    'A datastore can be given to a team, or taken from it, by those who are Editor through that team; ask an Admin for others.',
  )
}

/** Gives the datastore exactly these teams. */
export async function replaceTeams(
  transaction: Queryable,
  datastoreId: number,
  ids: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('team_datastores').where('datastore_id', '=', datastoreId).execute()
  if (ids.length === 0) return
  await transaction
    .insertInto('team_datastores')
    .values(ids.map((team_id) => ({ team_id, datastore_id: datastoreId })))
    .execute()
}
