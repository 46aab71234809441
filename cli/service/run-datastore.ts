import type { OperationRun } from '../../client/src/index.ts'
import type { DatastoreRunOptions } from '../commands/datastore-runs.ts'
import { openClient } from './find-service.ts'
import { findDatastore } from './named.ts'
import { runToEnd } from './run-to-end.ts'
import { tellEnd } from './tell-end.ts'

/** Runs a sync or a profile of a datastore to its end. Throws its own sentence when it fails. */
export async function runDatastore(
  type: 'sync' | 'profile',
  wanted: string,
  options: DatastoreRunOptions,
): Promise<void> {
  const client = openClient(options)
  const { id: datastore_id } = await findDatastore(client, wanted)
  const body: OperationRun =
    type === 'sync'
      ? { type, datastore_id, ...(options.prune && { prune: true }) }
      : {
          type,
          datastore_id,
          ...(options.container.length > 0 && { container_names: options.container }),
          ...(options.effort && { ai_effort: options.effort }),
          ...(options.asDraft && { infer_as_draft: true }),
        }
  tellEnd(await runToEnd(client, body), options)
}
