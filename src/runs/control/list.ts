import { visibleDatastoreIds } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { countRuns, findRuns, type OperationFilter } from '../../store/operation-list.ts'
import type { Facets, OperationFacet } from '../../model/facet.ts'
import type { RunContext } from '../operation.ts'
import type { Queryable } from '../../store/pool.ts'
import { containerCounts, containersOfRuns } from '../../store/shown-containers.ts'
import { commonMembers } from '../present.ts'

/** How a list tells of the containers of a run: each (default), how many, or not at all. */
export const containerForms = ['all', 'count', 'none'] as const
type ContainerForm = (typeof containerForms)[number]

/** Runs of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listOperations(
  context: RunContext,
  { containers = 'all', ...filter }: OperationFilter & { containers?: ContainerForm },
  request: PageRequest,
) {
  const { operations, store } = context
  const visible = await visibleDatastoreIds(context)
  const { total, runs } = await findRuns(store.database, visible, filter, request)
  const ids = runs.map(({ id }) => id)
  const told = await containersOf(store.database, ids, containers)
  const items = runs.map(({ datastore_name, has_logs, schedule, ...operation }) => ({
    ...commonMembers(operations, operation),
    schedule,
    datastore: datastore_name === null ? null : { id: operation.datastore_id, name: datastore_name },
    has_logs: Boolean(has_logs),
    ...told(operation.id),
  }))
  return toPage(items, total, request)
}

/** The members of a run that are about its containers. */
async function containersOf(database: Queryable, ids: readonly number[], form: ContainerForm) {
  if (ids.length === 0 || form === 'none') return () => ({ containers: [], container_count: null })
  if (form === 'count') {
    const counts = await containerCounts(database, ids)
    return (id: number) => ({ containers: [], container_count: counts.get(id) ?? 0 })
  }
  const known = await containersOfRuns(database, ids)
  return (id: number) => {
    const { containers = [], total = 0 } = known.get(id) ?? {}
    return { containers, container_count: total }
  }
}

/** Member: how many of them there are by each of these. */
export async function countOperations(
  context: RunContext,
  names: readonly OperationFacet[],
  filter: OperationFilter,
): Promise<Facets> {
  return countRuns(context.store.database, await visibleDatastoreIds(context), filter, names)
}
