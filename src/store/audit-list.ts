import { sql } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { AuditAction, AuditResource } from '../model/audit.ts'
import { timeframeIntervals, type Timeframe } from '../model/timeframe.ts'
import { selectAudit } from './audit.ts'
import { onDay } from './days.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'

/** Days of the local time that is `offset` minutes (default 0) ahead of UTC, both included. */
interface Days {
  start_date?: string
  end_date?: string
  offset?: number
}

/** Absent members do not filter; lists mean "any of". */
export interface ActivityFilter extends PageRequest, Days {
  users?: number[]
  actions?: AuditAction[]
  timeframe?: Timeframe
  resource_type?: AuditResource
  resource_id?: number
}

/** Absent members do not filter. */
export interface MaskingFilter extends PageRequest, Days {
  user_id?: number
  resource_type?: AuditResource
  resource_id?: number
}

/** An entry as it is listed. */
export type ListedEntry = Awaited<ReturnType<ReturnType<typeof selectAudit>['execute']>>[number]

/** A page of the entries that match, newest first; a timeframe reaches back from `now`, ISO 8601 UTC; null without one. */
export async function findActivity(
  database: Queryable,
  filter: ActivityFilter,
  now: string | null,
): Promise<Page<ListedEntry>> {
  let query = withinDays(selectAudit(database), filter)
  if (filter.users?.length) query = query.where('audit_logs.user_id', 'in', filter.users)
  if (filter.actions?.length) query = query.where('audit_logs.action', 'in', filter.actions)
  if (filter.resource_type) query = query.where('audit_logs.resource_type', '=', filter.resource_type)
  if (filter.resource_id !== undefined) query = query.where('audit_logs.resource_id', '=', filter.resource_id)
  if (filter.timeframe && now !== null) {
    query = query.where(
      sql<boolean>`audit_logs.created >= ${now}::timestamptz - ${timeframeIntervals[filter.timeframe]}::interval`,
    )
  }
  return fetchPage(query, filter)
}

/** A page of the looks at masked values that match, newest first. */
export async function findMaskingAccess(
  database: Queryable,
  filter: MaskingFilter,
): Promise<Page<ListedEntry>> {
  let query = withinDays(selectAudit(database), filter).where('audit_logs.action', '=', 'unmask_field_values')
  const { user_id, resource_type, resource_id } = filter
  if (user_id !== undefined) query = query.where('audit_logs.user_id', '=', user_id)
  if (resource_type !== undefined) query = query.where('audit_logs.resource_type', '=', resource_type)
  if (resource_id !== undefined) query = query.where('audit_logs.resource_id', '=', resource_id)
  return fetchPage(query, filter)
}

function withinDays(
  query: ReturnType<typeof selectAudit>,
  { start_date, end_date, offset = 0 }: Days,
): ReturnType<typeof selectAudit> {
  let narrowed = query
  if (start_date) narrowed = narrowed.where(onDay('audit_logs.created', start_date, offset, 'from'))
  if (end_date) narrowed = narrowed.where(onDay('audit_logs.created', end_date, offset, 'until'))
  return narrowed
}
