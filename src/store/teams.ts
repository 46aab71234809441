import { sql } from 'kysely'
import type { TeamChange } from '../model/user.ts'
import type { Queryable } from './pool.ts'

interface Stub {
  id: number
  name: string
}

/** Teams with their living users and their datastores, each by name. */
export function selectTeams(database: Queryable) {
  return database.selectFrom('teams').select([
    'teams.id',
    'teams.name',
    'teams.permission',
    'teams.description',
    'teams.created',
    sql<{ id: number; user_name: string; name: string | null }[]>`coalesce((
      select jsonb_agg(jsonb_build_object('id', users.id, 'user_name', users.user_name, 'name', users.name) order by users.user_name)
      from team_users join users on users.id = team_users.user_id
      where team_users.team_id = teams.id and users.deleted_at is null), '[]')`.as('users'),
    sql<Stub[]>`coalesce((
      select jsonb_agg(jsonb_build_object('id', datastores.id, 'name', datastores.name) order by datastores.name)
      from team_datastores join datastores on datastores.id = team_datastores.datastore_id
      where team_datastores.team_id = teams.id), '[]')`.as('datastores'),
  ])
}

/** Ids of the list that no living user, or no datastore, has. */
export async function missingMembers(
  database: Queryable,
  { user_ids = [], datastore_ids = [] }: TeamChange,
): Promise<{ users: number[]; datastores: number[] }> {
  const users = await database
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [0, ...user_ids])
    .where('deleted_at', 'is', null)
    .execute()
  const datastores = await database
    .selectFrom('datastores')
    .select('id')
    .where('id', 'in', [0, ...datastore_ids])
    .execute()
  const absent = (ids: number[], rows: { id: number }[]) => {
    const there = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => !there.has(id))
  }
  return { users: absent(user_ids, users), datastores: absent(datastore_ids, datastores) }
}

/** Replaces the lists that are given. */
export async function replaceMembers(
  transaction: Queryable,
  teamId: number,
  { user_ids, datastore_ids }: TeamChange,
): Promise<void> {
  if (user_ids) {
    await transaction.deleteFrom('team_users').where('team_id', '=', teamId).execute()
    const rows = [...new Set(user_ids)].map((user_id) => ({ team_id: teamId, user_id }))
    if (rows.length > 0) await transaction.insertInto('team_users').values(rows).execute()
  }
  if (datastore_ids) {
    await transaction.deleteFrom('team_datastores').where('team_id', '=', teamId).execute()
    const rows = [...new Set(datastore_ids)].map((datastore_id) => ({ team_id: teamId, datastore_id }))
    if (rows.length > 0) await transaction.insertInto('team_datastores').values(rows).execute()
  }
}
