import { connectors } from '../connectors/registry.ts'
import { notFound } from '../kernel/errors.ts'
import { findDatastore } from '../store/datastores.ts'
import { favoritesAmong } from '../store/favorites.ts'
import type { ListedRun } from '../store/operation-list.ts'
import { hasLog, type OperationRow } from '../store/operations.ts'
import type { Queryable } from '../store/pool.ts'
import { readAbortedWork } from '../store/run-progress.ts'
import { findScheduleStub } from '../store/schedules.ts'
import { containersOfRun, noContainers, workedContainers } from '../store/shown-containers.ts'
import type { RunContext } from './operation.ts'

type Shown = Pick<RunContext, 'operations' | 'store' | 'principal'>

/**
 * The record of one run as the contract shows it (Operation, common shape), with the members of its own type. `isNew` for one that the
 * open transaction has made, on which nobody has worked yet (default false).
 */
export async function presentOperation(context: Shown, operation: OperationRow, isNew = false) {
  const { operations } = context
  const { database } = context.store
  const definition = operations.find(operation.trigger_type)
  const worked = await containersOf(database, operation, definition?.shows_check_results ?? false)
  return {
    ...commonMembers(operations, operation),
    schedule: await findScheduleStub(database, operation.schedule_id),
    datastore: operation.datastore_id === null ? null : await datastoreStub(context, operation.datastore_id),
    has_logs: !isNew && (await hasLog(database, operation.id)),
    ...worked,
    aborted_work: operation.result === 'aborted' ? await readAbortedWork(database, operation.id) : null,
    ...(await definition?.listed_details?.read(database, [operation.id]))?.get(operation.id),
    ...(await definition?.details?.read(database, operation.id)),
  }
}

/** The containers that the run works on, and for one that judges checks how far each is; a run that never started has none yet. */
async function containersOf(database: Queryable, { id, start_time }: OperationRow, judges: boolean) {
  if (judges)
    return start_time === null
      ? { container_scans: noContainers, containers: noContainers }
      : workedContainers(database, id)
  if (start_time === null) return { containers: noContainers }
  return { containers: await containersOfRun(database, id) }
}

async function datastoreStub({ store: { database }, principal }: Shown, datastoreId: number) {
  const datastore = await findDatastore(database, datastoreId)
  if (!datastore) throw notFound('datastore', datastoreId)
  const { id, name, type, enrichment_only, enrichment_prefix } = datastore
  const favorite = (await favoritesAmong(database, principal.user_id, [id])).has(id)
  const store_type = connectors.find(type)?.store_type ?? 'jdbc'
  return { id, name, type, enrichment_only, enrichment_prefix, favorite, store_type }
}

/** The members that lists and single records share, without what other tables tell: `datastore`, `schedule`, `has_logs`, `containers`. */
export function commonMembers(
  operations: RunContext['operations'],
  operation: Pick<ListedRun, keyof ListedRun & keyof OperationRow>,
) {
  const definition = operations.find(operation.trigger_type)
  return {
    id: operation.id,
    type: operation.type,
    created: operation.created,
    dispatched: operation.dispatched,
    start_time: operation.start_time,
    end_time: operation.end_time,
    result: operation.result,
    message: operation.message,
    triggered_by: operation.triggered_by,
    datastore_id: operation.datastore_id,
    status: operation.status,
    tags: [],
    action_execution_id: operation.action_execution_id,
    flow_triggering_path: operation.flow_path.map(Number),
    ...definition?.echo(operation.payload),
  }
}
