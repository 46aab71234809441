import { permissionsFrom, type TeamPermission } from '../model/principal.ts'
import { allDatastores } from '../store/datastores.ts'
import { idsOf } from '../store/paging.ts'
import { datastoresHeldWith, datastoresOfUser } from '../store/team-datastores.ts'
import type { Context } from './context.ts'

/**
 * Ids of the datastores whose contents the caller may see in lists: all for Admin, else those of the caller's teams.
 * Returned as a subquery, for `where('datastore_id', 'in', visibleDatastores(context))`.
 */
export function visibleDatastores(context: Context) {
  const { database } = context.store
  if (context.principal.role === 'Admin') return allDatastores(database)
  return datastoresOfUser(database, context.principal.user_id)
}

/** Ids of the datastores whose names the caller may see: all for Manager and Admin, else those of the caller's teams. */
export function listedDatastores(context: Context) {
  const { principal, store } = context
  if (principal.role === 'Member') return visibleDatastores(context)
  return allDatastores(store.database)
}

/**
 * The same as numbers, null for all of them. Lists over millions of rows ask this way: the database then plans them with
 * the datastores known, and does not join for an Admin, who sees everything.
 */
export async function visibleDatastoreIds(context: Context): Promise<number[] | null> {
  if (context.principal.role === 'Admin') return null
  return idsOf(visibleDatastores(context))
}

/** Tells of a datastore whether the caller has this permission on it, or a higher one; asked once for a whole list. */
export async function permittedDatastores(
  context: Context,
  permission: TeamPermission,
): Promise<(datastoreId: number) => boolean> {
  const ids = await permittedDatastoreIds(context, permission)
  if (ids === null) return () => true
  const permitted = new Set(ids)
  return (datastoreId) => permitted.has(datastoreId)
}

/** The same as numbers, in no order; null for all of them. */
export async function permittedDatastoreIds(
  { principal, store }: Context,
  permission: TeamPermission,
): Promise<number[] | null> {
  if (principal.role === 'Admin') return null
  return datastoresHeldWith(store.database, principal.user_id, permissionsFrom(permission))
}
