import { sql, type RawBuilder } from 'kysely'
import {
  finishedResults,
  type ContainerForm,
  type OperationResult,
  type OperationType,
} from '../model/operation.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Facets, OperationFacet } from '../model/facet.ts'
import { onDay } from './days.ts'
import { fixedStatement, givenIds } from './fixed-statement.ts'
import { countFacets, nameOfDatastore, type Facet } from './facets.ts'
import { isWithin, promotionsOf } from './found-promotions.ts'
import type { OperationRow } from './operations.ts'
import { asId, containing, isAmong, totalAndIds } from './paging.ts'
import type { Queryable } from './pool.ts'
import type { ScheduleStub } from '../model/operation-record.ts'
import { scheduleOfRun } from './schedules.ts'
import { containerLists, tellContainers, type ToldContainers } from './shown-containers.ts'

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
  /** User names. */
  triggered_by?: string[]
  /** A part of the message or of the datastore's name in any letter case, or the id. */
  search?: string
  offset?: number
  sort_created?: 'asc' | 'desc'
  sort_duration?: 'asc' | 'desc'
}

const listedColumns = [
  'id',
  'type',
  'trigger_type',
  'created',
  'dispatched',
  'start_time',
  'end_time',
  'result',
  'message',
  'triggered_by',
  'datastore_id',
  'status',
  'action_execution_id',
  'flow_path',
  'payload',
] as const satisfies readonly (keyof OperationRow)[]

/** A run with what lists show of its surroundings. */
export type ListedRun = Pick<OperationRow, (typeof listedColumns)[number]> & {
  datastore_name: string | null
  schedule: ScheduleStub | null
  has_logs: boolean
  /** JSON text; null where the list does not tell them. */
  containers: string | null
  /** Null where the list does not tell it. */
  container_count: number | null
}

/** A page of the runs that match, newest first unless sorted otherwise, and how many match; `visible` null: of every datastore and of none. */
export async function findRuns(
  database: Queryable,
  visible: number[] | null,
  filter: OperationFilter,
  request: PageRequest,
  form: ContainerForm,
): Promise<{ total: number; runs: readonly ListedRun[] }> {
  const query = matchingRuns(database, visible, filter)
  const counted = query.select(({ fn }) => fn.countAll<number>().as('total'))
  const page = filter.sort_duration
    ? sql`(${byDuration(query, filter, request)})`
    : byCreation(query, filter, request)
  const { total, ids } = await totalAndIds(database, counted, page)
  return { total, runs: ids.length === 0 ? [] : await listedRuns(database, ids, form) }
}

/** The runs in the order of these ids. */
async function listedRuns(
  database: Queryable,
  ids: readonly number[],
  form: ContainerForm,
): Promise<readonly ListedRun[]> {
  const rows = await fetchRuns[form](database, [ids])
  if (form !== 'all') return rows.map((row) => ({ ...row, containers: null }))
  const listOf = containerLists(rows)
  return rows.map((row) => ({ ...row, containers: listOf(row) }))
}

const hasLogs: RawBuilder<boolean> = sql`exists (select from operation_logs where operation_logs.operation_id = operations.id)`

type FetchedRun = Omit<ListedRun, 'containers'> & ToldContainers

function fetchingRuns(form: ContainerForm) {
  const { columns, joined } = tellContainers(form, sql`asked.place`)
  const own = sql.join(listedColumns.map((name) => sql.ref(`operations.${name}`)))
  return fixedStatement(sql<FetchedRun>`
    select ${own}, datastores.name as datastore_name, ${scheduleOfRun} as schedule, ${hasLogs} as has_logs, ${columns}
    from unnest(${givenIds}) with ordinality as asked (id, place)
    join operations on operations.id = asked.id
    left join datastores on datastores.id = operations.datastore_id
    ${joined}
    order by asked.place`)
}

/** Each form is a statement of its own. */
const fetchRuns = { all: fetchingRuns('all'), count: fetchingRuns('count'), none: fetchingRuns('none') }

function byCreation(
  query: ReturnType<typeof matchingRuns>,
  { sort_created = 'desc' }: OperationFilter,
  { page, size }: PageRequest,
) {
  return query
    .select('operations.id')
    .orderBy('operations.created', sort_created)
    .orderBy('operations.id', sort_created)
    .limit(size)
    .offset((page - 1) * size)
}

/**
 * Time from start to end, or until now; what never started comes last. Two selections, because what has ended stands in
 * an index in this order, and what goes on, whose time grows, is little. Each gives as many as the page may need.
 */
function byDuration(
  query: ReturnType<typeof matchingRuns>,
  { sort_duration = 'desc', sort_created = 'desc' }: OperationFilter,
  { page, size }: PageRequest,
) {
  const direction = sql.raw(sort_duration)
  const order = sql`seconds ${direction}, created ${sql.raw(sort_created)}, id ${sql.raw(sort_created)}`
  const last = sort_duration === 'asc' ? 'infinity' : '-infinity'
  const ended = query
    .select(['operations.id', 'operations.created'])
    .select(sql<number>`extract(epoch from operations.end_time - operations.start_time)`.as('seconds'))
    .where(sql<boolean>`operations.end_time is not null and operations.start_time is not null`)
  const going = query
    .select(['operations.id', 'operations.created'])
    .select(
      sql<number>`coalesce(extract(epoch from now() - operations.start_time), ${last}::numeric)`.as(
        'seconds',
      ),
    )
    .where(sql<boolean>`(operations.end_time is null or operations.start_time is null)`)
  return sql<{ id: number }>`
    select id from (
      (select * from ${ended} as ended order by ${order} limit ${page * size}) union all ${going}) as operations
    order by ${order} limit ${size} offset ${(page - 1) * size}`
}

/** The runs that match, before they are sorted; `visible` null: of every datastore and of none. */
export function matchingRuns(database: Queryable, visible: number[] | null, filter: OperationFilter) {
  let query = database.selectFrom('operations')
  if (visible) query = query.where(isAmong('operations.datastore_id', visible)).where(isWithin(visible))
  if (filter.id !== undefined) query = query.where('operations.id', '=', filter.id)
  if (filter.schedule_id !== undefined) query = query.where('operations.schedule_id', '=', filter.schedule_id)
  if (filter.operation_type) query = query.where('operations.type', '=', filter.operation_type)
  if (filter.finished !== undefined)
    query = query.where('operations.result', filter.finished ? 'in' : 'not in', finishedResults)
  if (filter.result?.length) query = query.where('operations.result', 'in', filter.result)
  if (filter.datastore?.length) query = query.where('operations.datastore_id', 'in', filter.datastore)
  const { container, offset = 0 } = filter
  if (filter.triggered_by?.length) query = query.where('operations.triggered_by', 'in', filter.triggered_by)
  if (filter.search) query = query.where(isFoundBy(filter.search))
  if (container?.length) {
    query = query.where(
      sql<boolean>`operations.id in (
        select operation_id from operation_containers where ${isAmong('container_id', container)}
        union all ${promotionsOf(container)})`,
    )
  }
  if (filter.has_logs !== undefined) {
    query = query.where(filter.has_logs ? hasLogs : sql<boolean>`not ${hasLogs}`)
  }
  if (filter.created_date) query = query.where(onDay('operations.created', filter.created_date, offset))
  if (filter.start_date) query = query.where(onDay('operations.created', filter.start_date, offset, 'from'))
  if (filter.end_date) query = query.where(onDay('operations.created', filter.end_date, offset, 'until'))
  return query
}

const operationFacets: Record<OperationFacet, Facet<OperationFilter>> = {
  result: { own: ['result', 'finished'], value: sql`matched.result` },
  operation_type: { value: sql`matched.type` },
  datastore: {
    value: sql`matched.datastore_id`,
    label: nameOfDatastore,
  },
  triggered_by: { value: sql`matched.triggered_by` },
}

/** How many of the runs that match there are by each of these; `visible` null: of every datastore and of none. */
export function countRuns(
  database: Queryable,
  visible: number[] | null,
  filter: OperationFilter,
  names: readonly OperationFacet[],
): Promise<Facets> {
  return countFacets(database, operationFacets, names, {
    filter,
    matching: (wanted) =>
      matchingRuns(database, visible, wanted).select([
        'operations.id',
        'operations.result',
        'operations.type',
        'operations.datastore_id',
        'operations.triggered_by',
      ]),
  })
}

function isFoundBy(search: string) {
  const part = containing(search)
  return sql<boolean>`(operations.message ilike ${part} or operations.id = ${asId(search)}
    or operations.datastore_id in (select id from datastores where name ilike ${part}))`
}
