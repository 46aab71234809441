import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { Datastore } from '../../model/datastore-record.ts'
import { presentDatastore } from './present.ts'

/** Reporter. Favourites stand first in lists, for everybody. */
export async function markFavorite(context: Context, id: number, favorite: boolean): Promise<Datastore> {
  await requireDatastore(context, id, 'Reporter')
  await context.store.database.updateTable('datastores').set({ favorite }).where('id', '=', id).execute()
  return presentDatastore(context, id)
}
