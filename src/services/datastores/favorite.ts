import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { Datastore } from '../../model/datastore-record.ts'
import { setDatastore } from '../../store/datastores.ts'
import { presentDatastore } from './present.ts'

/** Reporter. Favourites stand first in lists, for everybody. */
export async function markFavorite(context: Context, id: number, favorite: boolean): Promise<Datastore> {
  await requireDatastore(context, id, 'Reporter')
  await setDatastore(context.store.database, id, { favorite })
  return presentDatastore(context, id)
}
