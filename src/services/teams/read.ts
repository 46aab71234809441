import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page } from '../../kernel/page.ts'
import type { Team, TeamStub } from '../../model/user.ts'
import {
  findShownTeam,
  listTeamNames as selectTeamNames,
  listTeams as selectTeams,
  type TeamFilter,
  type TeamNameFilter,
} from '../../store/teams.ts'

/** Manager. */
export async function readTeam(context: Context, id: number): Promise<Team> {
  const team = await findShownTeam(context.store.database, id)
  if (!team) throw notFound('team', id)
  requireRole(context, 'Manager')
  return team
}

/** Manager. */
export function listTeams(context: Context, filter: TeamFilter): Promise<Page<Team>> {
  requireRole(context, 'Manager')
  return selectTeams(context.store.database, filter)
}

/** Member: the names and permissions of teams, by name. Manager for the teams of other users than the caller. */
export async function listTeamNames(context: Context, filter: TeamNameFilter): Promise<TeamStub[]> {
  if (filter.users?.some((id) => id !== context.principal.user_id)) requireRole(context, 'Manager')
  return selectTeamNames(context.store.database, filter)
}
