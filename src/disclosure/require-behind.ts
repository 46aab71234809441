import type { Context } from '../access/context.ts'
import { requireDatastore } from '../access/require.ts'
import { ServiceError } from '../kernel/errors.ts'
import { datastoresBehind } from '../store/computations.ts'

/** Refuses with 403 whoever is no Editor of every datastore whose values the container may show: a join shows those of two. */
export async function requireEditorBehind(context: Context, containerId: number): Promise<void> {
  for (const id of await datastoresBehind(context.store.database, containerId)) {
    try {
      await requireDatastore(context, id, 'Editor')
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new ServiceError(
        'forbidden',
        'This needs Editor on every datastore that the container reads, because it would show masked values of each.',
        { cause: error },
      )
    }
  }
}
