import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { Team, TeamStub } from '../../model/user.ts'
import { containing, fetchPage } from '../../store/paging.ts'
import { selectTeams } from '../../store/teams.ts'

/** `name` is part of the name. By name unless a sort is given. */
export interface TeamFilter extends PageRequest {
  name?: string
  sort_created?: 'asc' | 'desc'
  sort_name?: 'asc' | 'desc'
}

/** Manager. */
export async function readTeam(context: Context, id: number): Promise<Team> {
  const team = await selectTeams(context.store.database).where('teams.id', '=', id).executeTakeFirst()
  if (!team) throw notFound('team', id)
  requireRole(context, 'Manager')
  return team
}

/** Manager. */
export function listTeams(context: Context, filter: TeamFilter): Promise<Page<Team>> {
  requireRole(context, 'Manager')
  let query = selectTeams(context.store.database)
  if (filter.name) query = query.where('teams.name', 'ilike', containing(filter.name))
  if (filter.sort_created) query = query.orderBy('teams.created', filter.sort_created)
  return fetchPage(query.orderBy('teams.name', filter.sort_name ?? 'asc'), filter)
}

/** Member: every team's name and permission, by name. */
export function listTeamNames(context: Context): Promise<TeamStub[]> {
  return context.store.database
    .selectFrom('teams')
    .select(['id', 'name', 'permission'])
    .orderBy('name')
    .execute()
}
