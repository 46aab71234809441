import { sql } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import {
  archivedAnomalyStatuses,
  openAnomalyStatuses,
  type AnomalyStatus,
  type AnomalyType,
} from '../model/anomaly.ts'
import { timeframeIntervals, type Timeframe } from '../model/timeframe.ts'
import { onDay } from './days.ts'
import { isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'

/** Filters of the list of anomalies; absent ones do not filter, lists mean "any of". */
export interface AnomalyFilter {
  datastore?: number[]
  container?: number[]
  quality_check?: number[]
  container_scan?: number
  status?: AnomalyStatus[]
  anomaly_type?: AnomalyType
  tag?: string[]
  rule_type?: string[]
  start_date?: string
  end_date?: string
  timeframe?: Timeframe
  /** `only` archived, or `include` them; default: open ones only, unless a status or a container scan is named. */
  archived?: 'only' | 'include'
  source_enriched?: boolean
  sort_created?: 'asc' | 'desc'
  sort_weight?: 'asc' | 'desc'
}

/** A page of the ids of the anomalies that match, newest first unless sorted otherwise, and how many match; `visible` null: of every datastore. */
export async function findAnomalies(
  database: Queryable,
  visible: number[] | null,
  filter: AnomalyFilter,
  request: PageRequest,
): Promise<{ total: number; ids: number[] }> {
  const query = filtered(database, visible, filter)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const sorted = filter.sort_weight ? query.orderBy('anomalies.weight', filter.sort_weight) : query
  const rows = await sorted
    .select('anomalies.id')
    .orderBy('anomalies.created', filter.sort_created ?? 'desc')
    .orderBy('anomalies.id', filter.sort_created ?? 'desc')
    .limit(request.size)
    .offset((request.page - 1) * request.size)
    .execute()
  return { total, ids: rows.map(({ id }) => id) }
}

function filtered(database: Queryable, visible: number[] | null, filter: AnomalyFilter) {
  let query = database.selectFrom('anomalies')
  if (visible) query = query.where(isAmong('anomalies.datastore_id', visible))
  if (filter.datastore?.length) query = query.where('anomalies.datastore_id', 'in', filter.datastore)
  if (filter.container?.length) query = query.where('anomalies.container_id', 'in', filter.container)
  if (filter.container_scan !== undefined) {
    query = query.where(sql<boolean>`exists (select from anomaly_detections
      where anomaly_detections.anomaly_id = anomalies.id and anomaly_detections.container_scan_id = ${filter.container_scan})`)
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
  return byStatus(query, filter)
}

function byStatus<
  Query extends {
    where(column: 'anomalies.status', operator: 'in', statuses: readonly AnomalyStatus[]): Query
  },
>(query: Query, { status, archived, container_scan }: AnomalyFilter): Query {
  const named = status?.length ? query.where('anomalies.status', 'in', status) : query
  if (archived === 'only') return named.where('anomalies.status', 'in', archivedAnomalyStatuses)
  if (archived === 'include' || status?.length || container_scan !== undefined) return named
  return named.where('anomalies.status', 'in', openAnomalyStatuses)
}

function hasFailed(condition: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select from anomaly_failed_checks where anomaly_failed_checks.anomaly_id = anomalies.id and ${condition})`
}
