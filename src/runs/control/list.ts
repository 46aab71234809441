import { visibleDatastoreIds } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { findRuns, type OperationFilter } from '../../store/operation-list.ts'
import type { RunContext } from '../operation.ts'
import { containersOfRuns } from '../../store/shown-containers.ts'
import { commonMembers } from '../present.ts'

/** Runs of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listOperations(context: RunContext, filter: OperationFilter, request: PageRequest) {
  const { operations, store } = context
  const visible = await visibleDatastoreIds(context)
  const { total, runs } = await findRuns(store.database, visible, filter, request)
  const ids = runs.map(({ id }) => id)
  const containers = ids.length === 0 ? null : await containersOfRuns(store.database, ids)
  const items = runs.map(({ datastore_name, has_logs, schedule, ...operation }) => ({
    ...commonMembers(operations, operation),
    schedule,
    datastore: datastore_name === null ? null : { id: operation.datastore_id, name: datastore_name },
    has_logs: Boolean(has_logs),
    containers: containers?.get(operation.id) ?? [],
  }))
  return toPage(items, total, request)
}
