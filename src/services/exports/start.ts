import { requireDatastore } from '../../access/require.ts'
import { invalidParameter, ServiceError } from '../../kernel/errors.ts'
import type { ExportedAsset } from '../../model/operation.ts'
import type { RunContext } from '../../runs/operation.ts'
import { startRun } from '../../runs/start.ts'
import { containersOfIds } from '../../store/selected-containers.ts'

/** The assets that are exported: of a datastore, or of some of its containers (none named: of all). */
export interface WantedExport {
  datastore: number
  containers?: readonly number[] | undefined
}

/** Editor. Starts the run that writes these assets; 409 without an enrichment datastore. */
export async function startExport(
  context: RunContext,
  asset_type: ExportedAsset,
  { datastore, containers = [] }: WantedExport,
): Promise<void> {
  const operation = context.operations.all().find((one) => one.exports_assets)
  if (!operation) throw new ServiceError('wrong_state', 'This service has no operation that exports.')
  await requireDatastore(context, datastore, 'Editor')
  const known = await containersOfIds(context.store.database, datastore, containers)
  const unknown = containers.find((id) => !known.some((container) => container.id === id))
  if (unknown !== undefined)
    throw invalidParameter('containers', `The datastore has no container with the id ${unknown}.`)
  await startRun(context, operation, { datastore_id: datastore, asset_type, container_ids: [...containers] })
}
