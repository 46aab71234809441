import type { Context } from '../../access/context.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { ContainerMeasurement } from '../../model/container-measurement.ts'
import { watchingRules, type ObservedContainer } from '../../model/observability.ts'
import type { Timeframe } from '../../model/timeframe.ts'
import { listMeasurements } from '../../store/container-measurements.ts'
import { listContainers, type ContainerFilter } from '../../store/containers.ts'
import { findDatastores } from '../../store/datastores.ts'
import { measurementsSince, openAnomaliesOf, watchingChecks } from '../../store/observability.ts'
import { requireContainer } from '../containers/read.ts'

/** Member; the containers that the caller may see by name, with how they changed in the time before now (default: a month). */
export async function listObserved(
  context: Context,
  { timeframe = 'month', ...filter }: ContainerFilter & { timeframe?: Timeframe },
): Promise<Page<ObservedContainer>> {
  const { database } = context.store
  const page = await listContainers(database, visibleDatastores(context), filter)
  const ids = page.items.map(({ id }) => id)
  const measured = await measurementsSince(database, ids, timeframe)
  const checks = await watchingChecks(database, ids, watchingRules)
  const anomalies = await openAnomaliesOf(
    database,
    checks.map(({ id }) => id),
  )
  const stores = new Map(
    (await findDatastores(database, [...new Set(page.items.map(({ datastore_id }) => datastore_id))])).map(
      (store) => [store.id, store],
    ),
  )
  const items = page.items.flatMap(({ id, name, container_type, table_type, datastore_id }) => {
    const store = stores.get(datastore_id)
    // A datastore that was deleted since the first statement took its containers along.
    if (!store) return []
    const container = { id, name, container_type, table_type }
    return {
      container,
      datastore: datastoreReference(store.id, store.name, store.type),
      measurements: measured.get(id) ?? [],
      checks: checks
        .filter(({ container_id }) => container_id === id)
        .map(({ container_id: _of, ...check }) => ({ ...check, container })),
      anomaly_count: anomalies.get(id) ?? 0,
    }
  })
  return { ...page, items }
}

/** Reporter; what was measured of a container, newest first. */
export async function listContainerMeasurements(
  context: Context,
  containerId: number,
  request: PageRequest,
): Promise<Page<ContainerMeasurement>> {
  await requireContainer(context, containerId, 'Reporter')
  return listMeasurements(context.store.database, containerId, request)
}
