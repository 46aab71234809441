import { isDeepStrictEqual } from 'node:util'
import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { AuditAction } from '../../model/audit.ts'
import type { Team, TeamChange, TeamInput } from '../../model/user.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import {
  deleteTeam,
  findShownTeam,
  findTeam,
  insertTeam,
  memberIds,
  missingMembers,
  replaceMembers,
  setTeam,
} from '../../store/teams.ts'
import { publicTeam } from '../../store/users.ts'
import { recordAudit } from '../../access/audit.ts'
import { readTeam } from './read.ts'

/** Admin. */
export async function createTeam(context: Context, input: TeamInput): Promise<Team> {
  const id = await within(context, async (transaction) => {
    await requireMembers(transaction, input)
    requireRole(context, 'Admin')
    const { name, description = null, permission } = input
    const id = await refusingDuplicates(takenSentence(name), () =>
      insertTeam(transaction, { name, description, permission }),
    )
    await replaceMembers(transaction, id, input)
    await recordAudit(context, transaction, teamAuditEntry('create_team', id, input))
    return id
  })
  return readTeam(context, id)
}

/** Admin. Absent members stay; the team of everybody keeps its name and its people. */
export async function updateTeam(context: Context, id: number, change: TeamChange): Promise<Team> {
  await within(context, async (transaction) => {
    const team = await requireTeam(transaction, id, 'lock')
    await requireMembers(transaction, change)
    requireRole(context, 'Admin')
    if (team.name === publicTeam) await requirePublicKept(transaction, id, change)
    const before = await findShownTeam(transaction, id)
    const { name = team.name, description = team.description, permission = team.permission } = change
    await refusingDuplicates(takenSentence(name), () =>
      setTeam(transaction, id, { name, description, permission }),
    )
    await replaceMembers(transaction, id, change)
    if (isDeepStrictEqual(await findShownTeam(transaction, id), before)) return
    await recordAudit(context, transaction, teamAuditEntry('update_team', id, { ...change, name }))
  })
  return readTeam(context, id)
}

/** Admin. Its users lose what it permitted. */
export async function removeTeam(context: Context, id: number): Promise<void> {
  const { database } = context.store
  const team = await requireTeam(database, id)
  requireRole(context, 'Admin')
  if (team.name === publicTeam) {
    throw new ServiceError('conflict', `The team ${publicTeam} stands for every user and cannot be deleted.`)
  }
  await within(context, async (transaction) => {
    if (!(await deleteTeam(transaction, id))) throw notFound('team', id)
    await recordAudit(context, transaction, teamAuditEntry('delete_team', id, { name: team.name }))
  })
}

/** The entry for a change of permissions; a team's description is not in it. */
function teamAuditEntry(
  action: AuditAction,
  id: number,
  { name, permission, user_ids, datastore_ids }: TeamChange,
) {
  const details = { name, permission, user_ids, datastore_ids }
  return { action, resource_type: 'team', resource_id: id, details } as const
}

function takenSentence(name: string): string {
  return `There is a team called "${name}" already.`
}

async function requireTeam(database: Queryable, id: number, lock?: 'lock') {
  const team = await findTeam(database, id, lock)
  if (!team) throw notFound('team', id)
  return team
}

async function requireMembers(database: Queryable, change: TeamChange): Promise<void> {
  const { users, datastores } = await missingMembers(database, change)
  if (users[0] !== undefined) throw notFound('user', users[0])
  if (datastores[0] !== undefined) throw notFound('datastore', datastores[0])
}

/** A client that sends the whole team back changes nothing by that, so only a difference is refused. */
async function requirePublicKept(transaction: Queryable, id: number, change: TeamChange): Promise<void> {
  if (change.name !== undefined && change.name !== publicTeam) {
    throw new ServiceError('conflict', `The team ${publicTeam} stands for every user and keeps its name.`)
  }
  if (change.user_ids === undefined) return
  const members = await memberIds(transaction, id)
  const given = new Set(change.user_ids ?? [])
  if (given.size !== members.length || members.some((member) => !given.has(member))) {
    throw new ServiceError(
      'conflict',
      `Every user is in the team ${publicTeam}; its users cannot be changed.`,
    )
  }
}
