import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import { archivedAnomalyStatuses, type AnomalyStatus, type AnomalyType } from '../model/anomaly.ts'
import type { AnomalyFacet, Facets } from '../model/facet.ts'
import { timeframeIntervals, type Timeframe } from '../model/timeframe.ts'
import { onDay } from './days.ts'
import { countFacets, nameOfDatastore, ofContainer, tagFacet, type Facet } from './facets.ts'
import { isOpenAnomaly, isOpenStatus } from './open-anomalies.ts'
import { asId, containing, isAmong, totalAndIds } from './paging.ts'
import type { Queryable } from './pool.ts'

const failedChecks = sql`join anomaly_failed_checks on anomaly_failed_checks.anomaly_id = matched.id
  join quality_checks on quality_checks.id = anomaly_failed_checks.quality_check_id`

/** Filters of the list of anomalies; absent ones do not filter, lists mean "any of". */
export interface AnomalyFilter {
  id?: number[]
  datastore?: number[]
  container?: number[]
  quality_check?: number[]
  container_scan?: number
  /** The id of a run. */
  operation?: number
  status?: AnomalyStatus[]
  anomaly_type?: AnomalyType
  tag?: string[]
  rule_type?: string[]
  start_date?: string
  end_date?: string
  timeframe?: Timeframe
  /** `only` archived, or `include` them; default: open ones only, unless a status, a container scan or a run is named. */
  archived?: 'only' | 'include'
  source_enriched?: boolean
  /** Days on which they were put away, both included; where one is given, statuses are not looked at. */
  archived_from?: string
  archived_until?: string
  /** A day at whose end they were open; where it is given, statuses are not looked at. */
  open_on?: string
  /** A part of the message or the description in any letter case, the id or the uuid. */
  search?: string
  /** Any of these users; null stands for nobody. */
  assignee?: (number | null)[]
  min_weight?: number
  max_weight?: number
  /** Names of fields that a failed check judges. */
  field?: string[]
  is_new?: boolean
}

/** By what a list of anomalies goes; the newest first among equals, and where nothing is given. */
export interface AnomalyOrder {
  sort_created?: 'asc' | 'desc'
  sort_weight?: 'asc' | 'desc'
  sort_last_detected?: 'asc' | 'desc'
  sort_records?: 'asc' | 'desc'
}

/** A page of the ids of the anomalies that match, newest first unless sorted otherwise, and how many match; `visible` null: of every datastore. */
export async function findAnomalies(
  database: Queryable,
  visible: number[] | null,
  filter: AnomalyFilter & AnomalyOrder,
  request: PageRequest,
): Promise<{ total: number; ids: number[] }> {
  const query = matchingAnomalies(database, visible, filter)
  const counted = query.select(({ fn }) => fn.countAll<number>().as('total'))
  const { sort_weight, sort_last_detected, sort_records } = filter
  let sorted = sort_weight ? query.orderBy('anomalies.weight', sort_weight) : query
  if (sort_records)
    sorted = sorted.orderBy('anomalies.anomalous_records_count', (order) => order[sort_records]().nullsLast())
  if (sort_last_detected) sorted = sorted.orderBy('anomalies.last_detected', sort_last_detected)
  const page = sorted
    .select('anomalies.id')
    .orderBy('anomalies.created', filter.sort_created ?? 'desc')
    .orderBy('anomalies.id', filter.sort_created ?? 'desc')
    .limit(request.size)
    .offset((request.page - 1) * request.size)
  return totalAndIds(database, counted, page)
}

/** The anomalies that match, before they are sorted; `visible` null: of every datastore. */
export function matchingAnomalies(database: Queryable, visible: number[] | null, filter: AnomalyFilter) {
  let query = database.selectFrom('anomalies')
  if (visible) query = query.where(isAmong('anomalies.datastore_id', visible))
  if (filter.id?.length) query = query.where(isAmong('anomalies.id', filter.id))
  if (filter.datastore?.length) query = query.where('anomalies.datastore_id', 'in', filter.datastore)
  if (filter.container?.length) query = query.where('anomalies.container_id', 'in', filter.container)
  if (filter.container_scan !== undefined) {
    query = query.where(sql<boolean>`exists (select from anomaly_detections
      where anomaly_detections.anomaly_id = anomalies.id and anomaly_detections.container_scan_id = ${filter.container_scan})`)
  }
  if (filter.operation !== undefined) {
    query =
      query.where(sql<boolean>`anomalies.id in (select anomaly_detections.anomaly_id from operation_containers
      join anomaly_detections on anomaly_detections.container_scan_id = operation_containers.id
      where operation_containers.operation_id = ${filter.operation})`)
  }
  if (filter.quality_check?.length)
    query = query.where(hasFailed(sql`quality_check_id = any(${filter.quality_check}::bigint[])`))
  if (filter.rule_type?.length) {
    query = query.where(
      hasFailed(
        sql`quality_check_id in (select id from quality_checks where rule_type = any(${filter.rule_type}::text[]))`,
      ),
    )
  }
  if (filter.tag?.length) {
    query =
      query.where(sql<boolean>`exists (select from tag_links join global_tags on global_tags.id = tag_links.tag_id
      where tag_links.anomaly_id = anomalies.id and global_tags.name = any(${filter.tag}::text[]))`)
  }
  if (filter.anomaly_type) query = query.where('anomalies.type', '=', filter.anomaly_type)
  if (filter.source_enriched !== undefined)
    query = query.where('anomalies.source_enriched', '=', filter.source_enriched)
  if (filter.start_date) query = query.where(onDay('anomalies.created', filter.start_date, 0, 'from'))
  if (filter.end_date) query = query.where(onDay('anomalies.created', filter.end_date, 0, 'until'))
  if (filter.timeframe)
    query = query.where(
      sql<boolean>`anomalies.created >= now() - ${timeframeIntervals[filter.timeframe]}::interval`,
    )
  if (filter.min_weight !== undefined) query = query.where('anomalies.weight', '>=', filter.min_weight)
  if (filter.max_weight !== undefined) query = query.where('anomalies.weight', '<=', filter.max_weight)
  if (filter.is_new !== undefined) query = query.where('anomalies.is_new', '=', filter.is_new)
  if (filter.field?.length)
    query = query.where(
      hasFailed(
        sql`quality_check_id in (select id from quality_checks where fields && ${filter.field}::text[])`,
      ),
    )
  if (filter.assignee?.length) query = query.where(isAssigned(filter.assignee))
  if (filter.search) query = query.where(isFoundBy(filter.search))
  return byStatus(query, filter)
}

const anomalyFacets: Record<AnomalyFacet, Facet<AnomalyFilter>> = {
  status: {
    instead: ({ archived }) => (archived === 'only' ? {} : { archived: 'include' }),
    value: sql`matched.status`,
  },
  anomaly_type: { value: sql`matched.type` },
  datastore: {
    value: sql`matched.datastore_id`,
    label: nameOfDatastore,
  },
  container: {
    value: sql`matched.container_id`,
    ...ofContainer,
  },
  quality_check: {
    value: sql`quality_checks.id`,
    // Many tables have a check of the same words.
    label: sql`(select coalesce(nullif(quality_checks.description, ''), rule_type) || ' · ' || containers.name
      from quality_checks join containers on containers.id = quality_checks.container_id where quality_checks.id = value::bigint)`,
    apart: sql`(select datastores.name from quality_checks join containers on containers.id = quality_checks.container_id
      join datastores on datastores.id = containers.datastore_id where quality_checks.id = value::bigint)`,
    joined: failedChecks,
  },
  rule_type: {
    value: sql`quality_checks.rule_type`,
    joined: failedChecks,
  },
  field: {
    value: sql`judged.field`,
    joined: sql`${failedChecks} cross join lateral unnest(quality_checks.fields) as judged(field)`,
  },
  tag: tagFacet('anomaly_id'),
  assignee: {
    value: sql`coalesce(living.id::text, 'none')`,
    label: sql`(select user_name from users where id::text = value)`,
    joined: sql`left join (select anomaly_id, users.id from anomaly_assignees
      join users on users.id = anomaly_assignees.user_id and users.deleted_at is null) as living on living.anomaly_id = matched.id`,
  },
  is_new: { value: sql`matched.is_new` },
}

/** How many of the anomalies that match there are by each of these; `visible` null: of every datastore. */
export function countAnomalies(
  database: Queryable,
  visible: number[] | null,
  filter: AnomalyFilter,
  names: readonly AnomalyFacet[],
): Promise<Facets> {
  return countFacets(database, anomalyFacets, names, {
    filter,
    matching: (wanted) =>
      matchingAnomalies(database, visible, wanted).select([
        'anomalies.id',
        'anomalies.status',
        'anomalies.type',
        'anomalies.datastore_id',
        'anomalies.container_id',
        'anomalies.is_new',
      ]),
  })
}

function isAssigned(assignees: readonly (number | null)[]) {
  const ids = assignees.filter((id) => id !== null)
  const living = sql`select from anomaly_assignees join users on users.id = anomaly_assignees.user_id and users.deleted_at is null
    where anomaly_assignees.anomaly_id = anomalies.id`
  const some = sql<boolean>`exists (${living} and anomaly_assignees.user_id = any(${ids}::bigint[]))`
  if (ids.length === assignees.length) return some
  return sql<boolean>`(not exists (${living}) or ${some})`
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isFoundBy(search: string) {
  const wanted = search.trim()
  if (uuid.test(wanted)) return sql<boolean>`anomalies.uuid = ${wanted}::uuid`
  const part = containing(search)
  return sql<boolean>`(anomalies.message ilike ${part} or anomalies.description ilike ${part} or anomalies.id = ${asId(search)})`
}

function byStatus<
  Query extends {
    where(column: 'anomalies.status', operator: 'in', statuses: readonly AnomalyStatus[]): Query
    where(condition: RawBuilder<boolean>): Query
  },
>(query: Query, filter: AnomalyFilter): Query {
  const { status, archived, container_scan, operation, archived_from, archived_until, open_on } = filter
  if (archived_from) query = query.where(onDay('anomalies.archived_at', archived_from, 0, 'from'))
  if (archived_until) query = query.where(onDay('anomalies.archived_at', archived_until, 0, 'until'))
  if (open_on) query = query.where(wasOpen(open_on))
  if (archived_from || archived_until || open_on)
    return status?.length ? query.where('anomalies.status', 'in', status) : query
  const named = status?.length ? query.where('anomalies.status', 'in', status) : query
  if (archived === 'only') return named.where('anomalies.status', 'in', archivedAnomalyStatuses)
  const isNamed = container_scan !== undefined || operation !== undefined
  if (archived === 'include' || status?.length || isNamed) return named
  return named.where(isOpenAnomaly)
}

/** Open at the end of a day: the first change since then tells what it was, where there is none the status does. */
function wasOpen(day: string) {
  const end = sql`((${day}::date + 1)::timestamp at time zone 'UTC')`
  const status = sql`coalesce(
    (select changes.from_status from anomaly_status_changes as changes
     where changes.anomaly_id = anomalies.id and changes.created >= ${end} order by changes.id limit 1),
    anomalies.status)`
  return sql<boolean>`(anomalies.created < ${end} and ${isOpenStatus(status)})`
}

function hasFailed(condition: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select from anomaly_failed_checks where anomaly_failed_checks.anomaly_id = anomalies.id and ${condition})`
}
