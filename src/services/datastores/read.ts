import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { Datastore } from '../../model/datastore-record.ts'
import { presentDatastore } from './present.ts'

/** Reporter. */
export async function readDatastore(context: Context, id: number): Promise<Datastore> {
  await requireDatastore(context, id, 'Reporter')
  return presentDatastore(context, id)
}
