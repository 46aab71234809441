import { sql, type Insertable, type Updateable } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { TeamPermission } from '../model/principal.ts'
import type { Team, TeamChange, TeamStub } from '../model/user.ts'
import { containing, fetchPage } from './paging.ts'
import { deleteRow } from './delete-row.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'
import { publicTeam } from './users.ts'

interface Stub {
  id: number
  name: string
}

/** `name` is part of the name. By name unless a sort is given. */
export interface TeamFilter extends PageRequest {
  name?: string
  sort_created?: 'asc' | 'desc'
  sort_name?: 'asc' | 'desc'
}

/** Teams with their living users and their datastores, each by name. */
function shownTeams(database: Queryable) {
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

/** The team as it is shown; undefined when there is none. */
export function findShownTeam(database: Queryable, id: number): Promise<Team | undefined> {
  return shownTeams(database).where('teams.id', '=', id).executeTakeFirst()
}

/** One page of the teams that match. */
export function listTeams(database: Queryable, filter: TeamFilter): Promise<Page<Team>> {
  let query = shownTeams(database)
  if (filter.name) query = query.where('teams.name', 'ilike', containing(filter.name))
  if (filter.sort_created) query = query.orderBy('teams.created', filter.sort_created)
  return fetchPage(query.orderBy('teams.name', filter.sort_name ?? 'asc'), filter)
}

/** Absent members do not filter. */
export interface TeamNameFilter {
  /** Teams in which one of these users is; everybody is in Public. */
  users?: number[]
  permission?: TeamPermission
}

/** The teams that match in brief, by name. */
export function listTeamNames(
  database: Queryable,
  { users, permission }: TeamNameFilter,
): Promise<TeamStub[]> {
  let query = database.selectFrom('teams').select(['id', 'name', 'permission']).orderBy('name')
  if (permission) query = query.where('permission', '=', permission)
  if (users?.length)
    query = query.where(
      sql<boolean>`(name = ${publicTeam} or exists (
        select from team_users where team_users.team_id = teams.id and user_id = any(${users}::bigint[])))`,
    )
  return query.execute()
}

/** The teams of these names, in no order; a name that no team has is left out. */
export async function findTeamsNamed(
  database: Queryable,
  names: readonly string[],
): Promise<{ id: number; name: string }[]> {
  if (names.length === 0) return []
  return database.selectFrom('teams').select(['id', 'name']).where('name', 'in', names).execute()
}

/** Its own columns; undefined when there is no such team. `lock` holds it until the transaction ends (default: no lock). */
export async function findTeam(database: Queryable, id: number, lock?: 'lock') {
  const query = database.selectFrom('teams').selectAll().where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Writes a team without members; returns its id. */
export async function insertTeam(
  transaction: Queryable,
  columns: Insertable<Database['teams']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('teams')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets these columns of the team; the others stay. */
export async function setTeam(
  transaction: Queryable,
  id: number,
  columns: Updateable<Database['teams']>,
): Promise<void> {
  await transaction.updateTable('teams').set(columns).where('id', '=', id).execute()
}

/** Goes with what ties users and datastores to it. False: it is gone. */
export function deleteTeam(transaction: Queryable, id: number): Promise<boolean> {
  return deleteRow(transaction, 'teams', id)
}

/** Ids of the team's users, in no order. */
export async function memberIds(database: Queryable, teamId: number): Promise<number[]> {
  const members = await database
    .selectFrom('team_users')
    .select('user_id')
    .where('team_id', '=', teamId)
    .execute()
  return members.map(({ user_id }) => user_id)
}

/** Ids of the list that no living user, or no datastore, has. */
export async function missingMembers(
  database: Queryable,
  change: TeamChange,
): Promise<{ users: number[]; datastores: number[] }> {
  const user_ids = change.user_ids ?? []
  const datastore_ids = change.datastore_ids ?? []
  const users = await database
    .selectFrom('users')
    .select('id')
    .where('id', 'in', user_ids)
    .where('deleted_at', 'is', null)
    .execute()
  const datastores = await database
    .selectFrom('datastores')
    .select('id')
    .where('id', 'in', datastore_ids)
    .execute()
  const absent = (ids: number[], rows: { id: number }[]) => {
    const there = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => !there.has(id))
  }
  return { users: absent(user_ids, users), datastores: absent(datastore_ids, datastores) }
}

/** Replaces the lists that are given; null is an empty one. */
export async function replaceMembers(
  transaction: Queryable,
  teamId: number,
  { user_ids, datastore_ids }: TeamChange,
): Promise<void> {
  if (user_ids !== undefined) {
    await transaction.deleteFrom('team_users').where('team_id', '=', teamId).execute()
    const rows = [...new Set(user_ids ?? [])].map((user_id) => ({ team_id: teamId, user_id }))
    if (rows.length > 0) await transaction.insertInto('team_users').values(rows).execute()
  }
  if (datastore_ids !== undefined) {
    await transaction.deleteFrom('team_datastores').where('team_id', '=', teamId).execute()
    const rows = [...new Set(datastore_ids ?? [])].map((datastore_id) => ({ team_id: teamId, datastore_id }))
    if (rows.length > 0) await transaction.insertInto('team_datastores').values(rows).execute()
  }
}
