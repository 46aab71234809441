import { visibleDatastoreIds } from '../../access/visible.ts'
import { JsonText } from '../../kernel/json-text.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { countRuns, findRuns, type ListedRun, type OperationFilter } from '../../store/operation-list.ts'
import type { Facets, OperationFacet } from '../../model/facet.ts'
import type { RunContext } from '../operation.ts'
import type { ContainerForm } from '../../model/operation.ts'
import { commonMembers } from '../present.ts'

/** Runs of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listOperations(
  context: RunContext,
  { containers: form = 'all', ...filter }: OperationFilter & { containers?: ContainerForm },
  request: PageRequest,
) {
  const { operations, store } = context
  const visible = await visibleDatastoreIds(context)
  const { total, runs } = await findRuns(store.database, visible, filter, request, form)
  const details = await listedDetails(context, runs)
  const items = runs.map((run) => ({
    ...commonMembers(operations, run),
    schedule: run.schedule,
    datastore: run.datastore_name === null ? null : { id: run.datastore_id, name: run.datastore_name },
    has_logs: run.has_logs,
    containers: run.containers === null ? [] : new JsonText(run.containers),
    container_count: run.container_count,
    ...details.get(run.id),
  }))
  return toPage(items, total, request)
}

/** What other tables tell of these runs, asked once for those of a kind. */
async function listedDetails({ operations, store }: RunContext, runs: readonly ListedRun[]) {
  const kinds = Map.groupBy(runs, ({ trigger_type }) => operations.find(trigger_type)?.listed_details)
  const told = new Map<number, Record<string, unknown>>()
  for (const [kind, own] of kinds) {
    const ids = own.map(({ id }) => id)
    for (const [id, members] of (await kind?.read(store.database, ids)) ?? []) told.set(id, members)
  }
  return told
}

/** Member: how many of them there are by each of these. */
export async function countOperations(
  context: RunContext,
  names: readonly OperationFacet[],
  filter: OperationFilter,
): Promise<Facets> {
  return countRuns(context.store.database, await visibleDatastoreIds(context), filter, names)
}
