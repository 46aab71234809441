import { connectors } from '../connectors/registry.ts'
import type { OperationRow } from '../store/operations.ts'
import type { Queryable } from '../store/pool.ts'
import { foundIn, messageOrRemark } from '../store/scans.ts'
import { findScheduleStub } from '../store/schedules.ts'
import type { RunContext } from './operation.ts'

type Shown = Pick<RunContext, 'operations' | 'store'>

/** The record of one run as the contract shows it (Operation, common shape), with the members of its own type. */
export async function presentOperation({ operations, store }: Shown, operation: OperationRow) {
  const { database } = store
  const worked = await workedContainers(database, operation.id)
  const definition = operations.find(operation.trigger_type)
  return {
    ...commonMembers(operations, operation),
    schedule: await findScheduleStub(database, operation.schedule_id),
    datastore: operation.datastore_id === null ? null : await datastoreStub(database, operation.datastore_id),
    has_logs: await hasLogs(database, operation.id),
    containers: worked.map((row) => row.container),
    ...(definition?.shows_check_results && { container_scans: worked }),
    ...(await definition?.details?.read(database, operation.id)),
  }
}

async function datastoreStub(database: Queryable, datastoreId: number) {
  const datastore = await database
    .selectFrom('datastores')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(['datastores.id', 'datastores.name', 'connections.type'])
    .select(['enrichment_only', 'enrichment_prefix', 'favorite'])
    .where('datastores.id', '=', datastoreId)
    .executeTakeFirstOrThrow()
  return { ...datastore, store_type: connectors.find(datastore.type)?.store_type ?? 'jdbc' }
}

/** The members that lists and single records share, without what other tables tell: `datastore`, `schedule`, `has_logs`, `containers`. */
export function commonMembers(operations: RunContext['operations'], operation: OperationRow) {
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
    ...definition?.echo(operation.payload),
  }
}

/** The part of the run that is about each container, by the container's name. */
async function workedContainers(database: Queryable, operationId: number) {
  const rows = await database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['operation_containers.id', 'operation_containers.created', 'start_time', 'end_time'])
    .select(['records_processed', 'anomaly_count', 'auto_resolved_anomaly_count', 'result', messageOrRemark])
    .select([foundIn('open').as('open_anomaly_count'), foundIn('archived').as('archived_anomaly_count')])
    .select(['container_id', 'containers.name', 'container_type', 'table_type'])
    .where('operation_id', '=', operationId)
    .orderBy('containers.name')
    .execute()
  return rows.map(({ container_id, name, container_type, table_type, ...scan }) => ({
    ...scan,
    container: { id: container_id, name, container_type, table_type },
  }))
}

/** The containers of each of these runs, by their names; a run without any has no entry. */
export async function containersOfRuns(database: Queryable, operationIds: readonly number[]) {
  const rows = await database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['operation_id', 'containers.id', 'containers.name', 'container_type', 'table_type'])
    .where('operation_id', 'in', operationIds)
    .orderBy('containers.name')
    .execute()
  const byRun = new Map<number, Omit<(typeof rows)[number], 'operation_id'>[]>()
  for (const { operation_id, ...container } of rows) {
    const containers = byRun.get(operation_id)
    if (containers) containers.push(container)
    else byRun.set(operation_id, [container])
  }
  return byRun
}

async function hasLogs(database: Queryable, operationId: number): Promise<boolean> {
  const row = await database
    .selectFrom('operation_logs')
    .select('id')
    .where('operation_id', '=', operationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
