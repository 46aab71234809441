import { sql } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import { highestOf, type Person, type TeamPermission } from '../model/principal.ts'
import type { PermissionOfUser, TeamStub } from '../model/user.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'

/** The permissions that a user's teams have on the datastore, one a team, in no order. */
export async function permissionsHeld(
  database: Queryable,
  userId: number,
  datastoreId: number,
): Promise<TeamPermission[]> {
  const held = await database
    .selectFrom('team_users')
    .innerJoin('teams', 'teams.id', 'team_users.team_id')
    .innerJoin('team_datastores', 'team_datastores.team_id', 'team_users.team_id')
    .select('teams.permission')
    .where('team_users.user_id', '=', userId)
    .where('team_datastores.datastore_id', '=', datastoreId)
    .execute()
  return held.map(({ permission }) => permission)
}

/** Ids of the datastores of a user's teams, as a subquery; one that several teams have comes several times. */
export function datastoresOfUser(database: Queryable, userId: number) {
  return database
    .selectFrom('team_datastores')
    .innerJoin('team_users', 'team_users.team_id', 'team_datastores.team_id')
    .select('team_datastores.datastore_id as id')
    .where('team_users.user_id', '=', userId)
}

/** Ids of the datastores on which a team of the user has one of these permissions, each once, in no order. */
export async function datastoresHeldWith(
  database: Queryable,
  userId: number,
  permissions: readonly TeamPermission[],
): Promise<number[]> {
  const rows = await datastoresOfUser(database, userId)
    .innerJoin('teams', 'teams.id', 'team_users.team_id')
    .where('teams.permission', 'in', permissions)
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

/** The highest permission of a user's teams on each of their datastores, by id, in no order. */
export async function permissionsOfUser(
  database: Queryable,
  userId: number,
): Promise<Map<number, TeamPermission>> {
  const rows = await datastoresOfUser(database, userId)
    .innerJoin('teams', 'teams.id', 'team_users.team_id')
    .select('teams.permission')
    .distinct()
    .execute()
  const ofDatastore = Map.groupBy(rows, ({ id }) => id)
  const highest = [...ofDatastore].map(
    ([id, held]) => [id, highestOf(held.map(({ permission }) => permission)) ?? 'Reporter'] as const,
  )
  return new Map(highest)
}

/** One page of the datastores that the user may do something with, by name, with the teams that it comes from. */
export async function listPermissionsOf(
  database: Queryable,
  { user_id, role }: Pick<Person, 'user_id' | 'role'>,
  request: PageRequest,
): Promise<Page<PermissionOfUser>> {
  let query = database.selectFrom('datastores').select([
    'datastores.id',
    'datastores.name',
    sql<TeamStub[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name, 'permission', teams.permission) order by teams.name)
        from team_users join team_datastores using (team_id) join teams on teams.id = team_id
        where team_users.user_id = ${user_id} and team_datastores.datastore_id = datastores.id), '[]')`.as(
      'teams',
    ),
  ])
  if (role !== 'Admin') query = query.where('datastores.id', 'in', datastoresOfUser(database, user_id))
  const { items, ...page } = await fetchPage(
    query.orderBy('datastores.name').orderBy('datastores.id'),
    request,
  )
  return {
    ...page,
    items: items.map(({ id, name, teams }) => ({
      datastore: { id, name },
      permission:
        role === 'Admin' ? 'Editor' : (highestOf(teams.map(({ permission }) => permission)) ?? 'Reporter'),
      by_role: role === 'Admin',
      teams,
    })),
  }
}

/** Ids of the teams through which the user is Editor, in no order. */
export async function teamsEditedBy(database: Queryable, userId: number): Promise<number[]> {
  const teams = await database
    .selectFrom('team_users')
    .innerJoin('teams', 'teams.id', 'team_users.team_id')
    .select('teams.id')
    .where('team_users.user_id', '=', userId)
    .where('teams.permission', '=', 'Editor')
    .execute()
  return teams.map(({ id }) => id)
}

/** Ids of the teams that have the datastore now, in order. */
export async function teamsOfDatastore(database: Queryable, datastoreId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('team_datastores')
    .select('team_id')
    .where('datastore_id', '=', datastoreId)
    .orderBy('team_id')
    .execute()
  return rows.map(({ team_id }) => team_id)
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
