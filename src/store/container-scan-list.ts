import { sql } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import type { ContainerScanFacet, Facets } from '../model/facet.ts'
import { countFacets, nameOfDatastore, ofContainer, type Facet } from './facets.ts'
import type { ScanResult } from '../model/operation.ts'
import { datastoreType } from './datastores.ts'
import { onDay } from './days.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import { asId, containing, inOrder, isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'
import { isContainerScan, latestScan, messageOrRemark } from './scans.ts'

/** Container scans with what is shown of them. */
const containerScans = (database: Queryable) =>
  database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .innerJoin('datastores', 'datastores.id', 'operation_containers.datastore_id')
    .select(columns)
    .select(messageOrRemark)
    .where(isContainerScan)

const columns = [
  'operation_containers.id',
  'operation_containers.operation_id',
  'operation_containers.created',
  'operation_containers.start_time',
  'operation_containers.end_time',
  'operation_containers.records_processed',
  'operation_containers.anomaly_count',
  'operation_containers.auto_resolved_anomaly_count',
  'operation_containers.result',
  'operation_containers.container_id',
  'operation_containers.datastore_id',
  'containers.name as container_name',
  'containers.container_type',
  'containers.table_type',
  'datastores.name as datastore_name',
  datastoreType,
] as const

/** Undefined when there is no such container scan. */
export async function findContainerScan(database: Queryable, id: number) {
  return containerScans(database).where('operation_containers.id', '=', id).executeTakeFirst()
}

/** Filters of the list of container scans; see OperationFilter for how absent ones, lists and dates are read. */
export interface ContainerScanFilter {
  datastore?: number[]
  container?: number[]
  operation?: number[]
  /** Part of the container's name. */
  name?: string
  /** Part of the container's name, or the container scan's id. */
  search?: string
  result?: ScanResult[]
  /** Only the last scan of each container that read the container itself. */
  latest_only?: boolean
  created_date?: string
  start_date?: string
  end_date?: string
  offset?: number
  sort_created?: 'asc' | 'desc'
  sort_active_anomalies?: 'asc' | 'desc'
}

/** A page of the container scans that match, newest first unless sorted otherwise, and how many match; `visible` null: of every datastore. */
export async function findContainerScans(
  database: Queryable,
  visible: number[] | null,
  filter: ContainerScanFilter,
  request: PageRequest,
) {
  const query = named(database, visible, await namedContainers(database, filter), filter)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = filter.sort_active_anomalies
    ? (await byActiveAnomalies(query, filter, request, total).execute(database)).rows
    : await byCreation(query, filter, request).execute()
  const ids = page.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await containerScans(database).where('operation_containers.id', 'in', ids).execute()
  return { total, scans: inOrder(ids, rows) }
}

const containerScanFacets: Record<ContainerScanFacet, Facet<ContainerScanFilter>> = {
  result: { value: sql`matched.result` },
  datastore: {
    value: sql`matched.datastore_id`,
    label: nameOfDatastore,
  },
  container: {
    value: sql`matched.container_id`,
    ...ofContainer,
  },
}

/** How many of the container scans that match there are by each of these; `visible` null: of every datastore. */
export async function countScans(
  database: Queryable,
  visible: number[] | null,
  filter: ContainerScanFilter,
  facets: readonly ContainerScanFacet[],
): Promise<Facets> {
  const names = await namedContainers(database, filter)
  return countFacets(database, containerScanFacets, facets, {
    filter,
    matching: (wanted) =>
      named(database, visible, names, wanted).select([
        'operation_containers.id',
        'operation_containers.result',
        'operation_containers.datastore_id',
        'operation_containers.container_id',
      ]),
  })
}

/** The containers whose names match, few beside their scans; null when no name is asked for. */
async function namedContainers(database: Queryable, { name, search }: ContainerScanFilter) {
  if (!name && !search) return null
  let query = database.selectFrom('containers').select(['id', 'name'])
  // A scan that is found by its id need not have a container that matches.
  if (name) query = query.where('name', 'ilike', containing(name))
  if (search) query = query.select(sql<boolean>`name ilike ${containing(search)}`.as('is_found'))
  const rows = await query.execute()
  return {
    named: name ? rows.map(({ id }) => id) : null,
    found: search ? rows.flatMap((row) => ('is_found' in row && row.is_found ? row.id : [])) : null,
  }
}

/** The container scans that match but for their names, before they are sorted; `visible` null: of every datastore. */
export function matchingScans(
  database: Queryable,
  visible: number[] | null,
  filter: Omit<ContainerScanFilter, 'name' | 'search'>,
) {
  let query = database.selectFrom('operation_containers').where(isContainerScan)
  if (visible) query = query.where(isAmong('operation_containers.datastore_id', visible))
  if (filter.datastore?.length)
    query = query.where(isAmong('operation_containers.datastore_id', filter.datastore))
  if (filter.container?.length)
    query = query.where(isAmong('operation_containers.container_id', filter.container))
  if (filter.operation?.length)
    query = query.where(isAmong('operation_containers.operation_id', filter.operation))
  if (filter.result?.length) query = query.where('operation_containers.result', 'in', filter.result)
  if (filter.latest_only) query = query.where('operation_containers.id', 'in', latestOfEach)
  const { created_date, start_date, end_date, offset = 0 } = filter
  const created = 'operation_containers.created'
  if (created_date) query = query.where(onDay(created, created_date, offset))
  if (start_date) query = query.where(onDay(created, start_date, offset, 'from'))
  if (end_date) query = query.where(onDay(created, end_date, offset, 'until'))
  return query
}

function named(
  database: Queryable,
  visible: number[] | null,
  names: Awaited<ReturnType<typeof namedContainers>>,
  filter: ContainerScanFilter,
) {
  let query = matchingScans(database, visible, filter)
  if (names?.named) query = query.where(isAmong('operation_containers.container_id', names.named))
  if (names?.found) {
    const id = asId(filter.search ?? '')
    const { found } = names
    query = query.where(({ or, eb }) =>
      or([
        isAmong('operation_containers.container_id', found),
        ...(id === null ? [] : [eb('operation_containers.id', '=', id)]),
      ]),
    )
  }
  return query
}

/** The last scan of each container, looked up container by container. */
const latestOfEach = sql<number>`(select latest.id from containers cross join lateral (${latestScan}) as latest)`

function byCreation(
  query: ReturnType<typeof matchingScans>,
  { sort_created = 'desc' }: ContainerScanFilter,
  { page, size }: PageRequest,
) {
  return query
    .select('operation_containers.id')
    .orderBy('operation_containers.created', sort_created)
    .orderBy('operation_containers.id', sort_created)
    .limit(size)
    .offset((page - 1) * size)
}

/** Up to here it is quicker to count the anomalies of each container scan by itself than those of all at once. */
const countedOneByOne = 20_000

function byActiveAnomalies(
  query: ReturnType<typeof matchingScans>,
  { sort_active_anomalies = 'desc', sort_created = 'desc' }: ContainerScanFilter,
  { page, size }: PageRequest,
  scanCount: number,
) {
  const scans = query.select(['operation_containers.id', 'operation_containers.created'])
  const counted =
    scanCount <= countedOneByOne
      ? sql`
        select id, created, (
          select count(*) from anomaly_detections as found join anomalies on anomalies.id = found.anomaly_id
          where found.container_scan_id = scans.id and ${isOpenAnomaly}) as active
        from ${scans} as scans`
      : // Anomaly by anomaly (`offset 0`), never by reading all detections that there are.
        sql`
        with counts as materialized (
          select found.container_scan_id as id, count(*) as active
          from anomalies cross join lateral (
            select container_scan_id from anomaly_detections where anomaly_detections.anomaly_id = anomalies.id offset 0) as found
          where ${isOpenAnomaly} group by 1)
        select scans.id, scans.created, coalesce(counts.active, 0) as active
        from ${scans} as scans left join counts on counts.id = scans.id`
  const created = sql.raw(sort_created)
  return sql<{ id: number }>`
    select id from (${counted}) as counted
    order by active ${sql.raw(sort_active_anomalies)}, created ${created}, id ${created}
    limit ${size} offset ${(page - 1) * size}`
}
