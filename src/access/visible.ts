import type { Context } from './context.ts'

/**
 * Ids of the datastores whose contents the caller may see in lists: all for Admin, else those of the caller's teams.
 * Returned as a subquery, for `where('datastore_id', 'in', visibleDatastores(context))`.
 */
export function visibleDatastores(context: Context) {
  const { database } = context.store
  if (context.principal.role === 'Admin') return database.selectFrom('datastores').select('datastores.id')
  return database
    .selectFrom('team_datastores')
    .innerJoin('team_users', 'team_users.team_id', 'team_datastores.team_id')
    .select('team_datastores.datastore_id as id')
    .where('team_users.user_id', '=', context.principal.user_id)
}

/** Ids of the datastores whose names the caller may see: all for Manager and Admin, else those of the caller's teams. */
export function listedDatastores(context: Context) {
  const { principal, store } = context
  if (principal.role === 'Member') return visibleDatastores(context)
  return store.database.selectFrom('datastores').select('datastores.id')
}

/**
 * The same as numbers, null for all of them. Lists over millions of rows ask this way: the database then plans them with
 * the datastores known, and does not join for an Admin, who sees everything.
 */
export async function visibleDatastoreIds(context: Context): Promise<number[] | null> {
  if (context.principal.role === 'Admin') return null
  const rows = await visibleDatastores(context).execute()
  return [...new Set(rows.map(({ id }) => id))]
}
