import { notFound, ServiceError } from '../kernel/errors.ts'
import {
  highestOf,
  roles,
  teamPermissions,
  type Person,
  type Principal,
  type Role,
  type TeamPermission,
} from '../model/principal.ts'
import { datastoreName } from '../store/datastores.ts'
import type { Queryable } from '../store/pool.ts'
import { permissionsHeld } from '../store/team-datastores.ts'
import type { Context } from './context.ts'

/** Throws 403 unless the caller has the role or a higher one. */
export function requireRole(context: Context, role: Role): void {
  const { principal } = context
  if (roles.indexOf(principal.role) >= roles.indexOf(role)) return
  throw (
    ownerLacks(principal, `the role ${role}`) ??
    new ServiceError('forbidden', `This needs the role ${role}; you are ${principal.role}.`)
  )
}

/** The refusal of what a schedule or a flow does: it is read later, and by others than its owner. Null when somebody asks themselves. */
function ownerLacks({ actor, user_name }: Principal, lacked: string): ServiceError | null {
  if (actor.kind !== 'schedule' && actor.kind !== 'flow') return null
  const remedy = `whoever saves the ${actor.kind} has it act in their own name.`
  return new ServiceError(
    'forbidden',
    `${user_name}, in whose name the ${actor.kind} acts, needs ${lacked} for this and does not have it any more; ${remedy}`,
  )
}

/** The resource that was asked for, as a 404 names it: a noun and an id. */
export type Asked = readonly [noun: string, id: number | string]

/**
 * Throws 404 when there is no such datastore, then 403 unless the caller's highest team permission on it is enough; Admin
 * passes. To a Member without any permission it is absent, and so is all that is in it: `asked` (default: the datastore).
 */
export async function requireDatastore(
  context: Context,
  datastoreId: number,
  permission: TeamPermission,
  asked: Asked = ['datastore', datastoreId],
): Promise<void> {
  const name = await datastoreName(context.store.database, datastoreId)
  if (name === undefined) throw notFound(...asked)
  await requireNamed(context, { id: datastoreId, name }, permission, asked)
}

/** As `requireDatastore`, with 403 in place of 404 for a Member (`absentOrForbidden`), where the contract has that. */
export async function requireOrForbid(
  context: Context,
  datastoreId: number,
  permission: TeamPermission,
  asked: Asked = ['datastore', datastoreId],
): Promise<void> {
  try {
    await requireDatastore(context, datastoreId, permission, asked)
  } catch (error) {
    const isAbsent = error instanceof ServiceError && error.code === 'not_found'
    throw isAbsent ? absentOrForbidden(context, permission, asked) : error
  }
}

/** 404 for what is not there. To a Member it is 403, which reads the same for what they may not see, so that its existence is not told. */
export function absentOrForbidden(context: Context, permission: TeamPermission, asked: Asked): ServiceError {
  const [noun, id] = asked
  if (context.principal.role !== 'Member') return notFound(noun, id)
  const which = noun === 'datastore' ? `the datastore ${id}` : `the datastore of the ${noun} ${id}`
  return new ServiceError(
    'forbidden',
    `This needs ${permission} on ${which}; none of your teams has it, or there is no such ${noun}.`,
  )
}

/** As `requireDatastore`, for a datastore that was just read. */
export async function requireNamed(
  context: Context,
  { id, name }: { id: number; name: string },
  permission: TeamPermission,
  asked: Asked,
): Promise<void> {
  if (context.principal.role === 'Admin') return
  const held = await permissionOn(context.store.database, context.principal, id)
  const isAbsent = isHidden(context.principal, held)
  if (!isAbsent && isEnough(held, permission)) return
  // Without its name: those who read it later may not all see the datastore.
  const lacking = ownerLacks(context.principal, `${permission} on the datastore ${id}`)
  if (lacking) throw lacking
  if (isAbsent) throw notFound(...asked)
  throw new ServiceError(
    'forbidden',
    `This needs ${permission} on the datastore "${name}"; ${held ? `you have ${held}` : 'none of your teams has it'}.`,
  )
}

/** Throws 404 for a datastore that the caller may not know of, before a role is asked for. */
export async function requireKnown(
  context: Context,
  datastoreId: number,
  asked: Asked = ['datastore', datastoreId],
): Promise<void> {
  const held = await permissionOn(context.store.database, context.principal, datastoreId)
  if (isHidden(context.principal, held)) throw notFound(...asked)
}

/** Managers know every datastore by its name, Members those of their teams. */
function isHidden({ role }: Person, held: TeamPermission | null): boolean {
  return role === 'Member' && held === null
}

/** True when the permission held on a datastore, null for none, includes the needed one. */
export function isEnough(held: TeamPermission | null, permission: TeamPermission): boolean {
  return held !== null && teamPermissions.indexOf(held) >= teamPermissions.indexOf(permission)
}

/** The permission that the caller has on the datastore in effect, that of an Admin too; null for none. */
export async function heldBy(
  { store, principal }: Context,
  datastoreId: number,
): Promise<TeamPermission | null> {
  return principal.role === 'Admin' ? 'Editor' : permissionOn(store.database, principal, datastoreId)
}

/** The highest permission over the caller's teams, or null without any; Admin is not looked at here. */
export async function permissionOn(
  database: Queryable,
  principal: Person,
  datastoreId: number,
): Promise<TeamPermission | null> {
  return highestOf(await permissionsHeld(database, principal.user_id, datastoreId))
}
