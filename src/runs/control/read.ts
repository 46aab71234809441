import type { PageRequest } from '../../kernel/page.ts'
import { containing, fetchPage } from '../../store/paging.ts'
import { foundIn, messageOrRemark } from '../../store/scans.ts'
import type { RunContext } from '../operation.ts'
import { presentOperation } from '../present.ts'
import { findReadable } from './find.ts'

/** One run, whole. */
export async function readOperation(context: RunContext, id: number) {
  return presentOperation(context, await findReadable(context, id))
}

/** The part of a run that is about each container, page by page, in the order of the containers' names. */
export async function listOperationContainers(
  context: RunContext,
  id: number,
  request: PageRequest & { search?: string },
) {
  await findReadable(context, id)
  const { database } = context.store
  let query = database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['operation_containers.id', 'operation_id', 'operation_containers.created'])
    .select(['start_time', 'end_time', 'records_processed', 'anomaly_count'])
    .select([foundIn('open').as('open_anomaly_count'), foundIn('archived').as('archived_anomaly_count')])
    .select(['result', messageOrRemark, 'container_id', 'containers.name', 'container_type', 'table_type'])
    .where('operation_id', '=', id)
    .orderBy('containers.name')
    .orderBy('operation_containers.id')
  if (request.search) query = query.where('containers.name', 'ilike', containing(request.search))
  const page = await fetchPage(query, request)
  const items = page.items.map(({ container_id, name, container_type, table_type, ...worked }) => ({
    ...worked,
    container: { id: container_id, name, container_type, table_type },
  }))
  return { ...page, items }
}

/** The log of a run, oldest first. */
export async function listOperationLogs(context: RunContext, id: number, request: PageRequest) {
  await findReadable(context, id)
  const query = context.store.database
    .selectFrom('operation_logs')
    .select(['id', 'created', 'level', 'message', 'container_id'])
    .where('operation_id', '=', id)
    .orderBy('id')
  return fetchPage(query, request)
}
