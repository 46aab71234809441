import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { onDay } from '../../store/days.ts'
import { finishedResults, type OperationResult, type OperationType } from '../../model/operation.ts'
import { scheduleOfRun } from '../../store/schedules.ts'
import { commonMembers } from '../present.ts'

/** Filters of the list of runs; absent ones do not filter, lists mean "any of". Dates are `YYYY-MM-DD` in local time = UTC + `offset` minutes. */
export interface OperationFilter {
  id?: number
  schedule_id?: number
  operation_type?: OperationType
  finished?: boolean
  result?: OperationResult[]
  created_date?: string
  start_date?: string
  end_date?: string
  datastore?: number[]
  container?: number[]
  has_logs?: boolean
  offset?: number
  sort_created?: 'asc' | 'desc'
  sort_duration?: 'asc' | 'desc'
}

/** Runs of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listOperations(context: Context, filter: OperationFilter, request: PageRequest) {
  const query = filtered(context, filter)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  let sorted = query
  if (filter.sort_duration) {
    const duration = sql`coalesce(operations.end_time, now()) - operations.start_time`
    sorted = sorted.orderBy(duration, (order) =>
      (filter.sort_duration === 'asc' ? order.asc() : order.desc()).nullsLast(),
    )
  }
  const rows = await sorted
    .innerJoin('datastores', 'datastores.id', 'operations.datastore_id')
    .selectAll('operations')
    .select('datastores.name as datastore_name')
    .select(scheduleOfRun.as('schedule'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('operation_logs')
          .select('id')
          .whereRef('operation_logs.operation_id', '=', 'operations.id'),
      ).as('has_logs'),
    )
    .orderBy('operations.created', filter.sort_created ?? 'desc')
    .orderBy('operations.id', filter.sort_created ?? 'desc')
    .limit(request.size)
    .offset((request.page - 1) * request.size)
    .execute()
  const items = rows.map(({ datastore_name, has_logs, schedule, ...operation }) => ({
    ...commonMembers(operation),
    schedule,
    datastore: { id: operation.datastore_id, name: datastore_name },
    has_logs: Boolean(has_logs),
  }))
  return toPage(items, total, request)
}

function filtered(context: Context, filter: OperationFilter) {
  let query = context.store.database
    .selectFrom('operations')
    .where('operations.datastore_id', 'in', visibleDatastores(context))
  if (filter.id !== undefined) query = query.where('operations.id', '=', filter.id)
  if (filter.schedule_id !== undefined) query = query.where('operations.schedule_id', '=', filter.schedule_id)
  if (filter.operation_type) query = query.where('operations.type', '=', filter.operation_type)
  if (filter.finished !== undefined)
    query = query.where('operations.result', filter.finished ? 'in' : 'not in', finishedResults)
  if (filter.result?.length) query = query.where('operations.result', 'in', filter.result)
  if (filter.datastore?.length) query = query.where('operations.datastore_id', 'in', filter.datastore)
  const { container, offset = 0 } = filter
  if (container?.length) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('operation_containers')
          .select('operation_containers.id')
          .whereRef('operation_containers.operation_id', '=', 'operations.id')
          .where('operation_containers.container_id', 'in', container),
      ),
    )
  }
  if (filter.has_logs !== undefined) {
    const some = sql<boolean>`exists (select from operation_logs where operation_logs.operation_id = operations.id)`
    query = query.where(some, '=', filter.has_logs)
  }
  if (filter.created_date) query = query.where(onDay('operations.created', filter.created_date, offset))
  if (filter.start_date) query = query.where(onDay('operations.created', filter.start_date, offset, 'from'))
  if (filter.end_date) query = query.where(onDay('operations.created', filter.end_date, offset, 'until'))
  return query
}
