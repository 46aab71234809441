import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

/** Whether a datastore of the query is a favourite of the user. */
export const isFavoriteOf = (userId: number) => sql<boolean>`exists (
  select from favorite_datastores where user_id = ${userId} and favorite_datastores.datastore_id = datastores.id)`

/** Those of these datastores that are favourites of the user. */
export async function favoritesAmong(
  database: Queryable,
  userId: number,
  datastoreIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await database
    .selectFrom('favorite_datastores')
    .select('datastore_id')
    .where('user_id', '=', userId)
    .where('datastore_id', 'in', datastoreIds)
    .execute()
  return new Set(rows.map(({ datastore_id }) => datastore_id))
}

/** Makes a datastore a favourite of the user, or takes that back; twice is as once. */
export async function setFavorite(
  database: Queryable,
  userId: number,
  datastoreId: number,
  favorite: boolean,
): Promise<void> {
  const row = { user_id: userId, datastore_id: datastoreId }
  await (
    favorite
      ? database
          .insertInto('favorite_datastores')
          .values(row)
          .onConflict((on) => on.doNothing())
      : database
          .deleteFrom('favorite_datastores')
          .where('user_id', '=', userId)
          .where('datastore_id', '=', datastoreId)
  ).execute()
}
