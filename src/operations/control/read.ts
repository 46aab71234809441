import type { Context } from '../../access/context.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { escapeLike } from '../../store/like.ts'
import { presentOperation } from '../present.ts'
import { findReadable } from './find.ts'

/** One run, whole. */
export async function readOperation(context: Context, id: number) {
  return presentOperation(context.store.database, await findReadable(context, id))
}

/** What a run did with each container, page by page, in the order of the containers' names. */
export async function listOperationContainers(
  context: Context,
  id: number,
  request: PageRequest & { search?: string },
) {
  await findReadable(context, id)
  const { database } = context.store
  let query = database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .where('operation_id', '=', id)
  if (request.search) query = query.where('containers.name', 'ilike', `%${escapeLike(request.search)}%`)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .select([
      'operation_containers.id',
      'start_time',
      'end_time',
      'records_processed',
      'anomaly_count',
      'result',
      'message',
    ])
    .select(['container_id', 'containers.name', 'container_type', 'table_type'])
    .orderBy('containers.name')
    .limit(request.size)
    .offset((request.page - 1) * request.size)
    .execute()
  const items = rows.map(({ container_id, name, container_type, table_type, ...worked }) => ({
    ...worked,
    container: { id: container_id, name, container_type, table_type },
  }))
  return toPage(items, total, request)
}

/** The log of a run, oldest first. */
export async function listOperationLogs(context: Context, id: number, request: PageRequest) {
  await findReadable(context, id)
  const query = context.store.database.selectFrom('operation_logs').where('operation_id', '=', id)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await query
    .select(['id', 'created', 'level', 'message', 'container_id'])
    .orderBy('id')
    .limit(request.size)
    .offset((request.page - 1) * request.size)
    .execute()
  return toPage(items, total, request)
}
