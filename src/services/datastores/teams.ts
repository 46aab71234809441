import { invalidMember } from '../../kernel/errors.ts'
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
