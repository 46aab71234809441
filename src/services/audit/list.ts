import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { Activity, AuditAction, AuditResource, MaskingEntry } from '../../model/audit.ts'
import { timeframeIntervals, type Timeframe } from '../../model/timeframe.ts'
import { selectAudit } from '../../store/audit.ts'
import { onDay } from '../../store/days.ts'
import { fetchPage } from '../../store/paging.ts'

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
}

/** Admin. The audit log, newest first. */
export async function listActivity(context: Context, filter: ActivityFilter): Promise<Page<Activity>> {
  requireRole(context, 'Admin')
  let query = within(selectAudit(context.store.database), filter)
  if (filter.users?.length) query = query.where('audit_logs.user_id', 'in', filter.users)
  if (filter.actions?.length) query = query.where('audit_logs.action', 'in', filter.actions)
  if (filter.timeframe) {
    const now = (await context.clock.now(context.store.database)).toISOString()
    query = query.where(
      sql<boolean>`audit_logs.created >= ${now}::timestamptz - ${timeframeIntervals[filter.timeframe]}::interval`,
    )
  }
  const page = await fetchPage(query, filter)
  const items = page.items.map((row) => ({
    transaction: { id: row.id, issued_at: row.created, user: actorOf(row) },
    action: row.action,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
    endpoint: row.endpoint,
    ip_address: row.ip_address,
    hash: row.hash,
  }))
  return { ...page, items }
}

/** Absent members do not filter. */
export interface MaskingFilter extends PageRequest, Days {
  user_id?: number
  resource_type?: AuditResource
  resource_id?: number
}

/** Admin. Who looked at masked values, and of which fields, newest first. */
export async function listMaskingAccess(
  context: Context,
  filter: MaskingFilter,
): Promise<Page<MaskingEntry>> {
  requireRole(context, 'Admin')
  let query = within(selectAudit(context.store.database), filter).where(
    'audit_logs.action',
    '=',
    'unmask_field_values',
  )
  const { user_id, resource_type, resource_id } = filter
  if (user_id !== undefined) query = query.where('audit_logs.user_id', '=', user_id)
  if (resource_type !== undefined) query = query.where('audit_logs.resource_type', '=', resource_type)
  if (resource_id !== undefined) query = query.where('audit_logs.resource_id', '=', resource_id)
  const page = await fetchPage(query, filter)
  const items = page.items.map((row) => ({
    id: row.id,
    created: row.created,
    user_id: row.user_id,
    user: actorOf(row),
    action: row.action,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    // Written so by record-fields.ts.
    masked_field_names: (JSON.parse(row.details) as { masked_field_names: string[] }).masked_field_names,
    endpoint: row.endpoint,
    ip_address: row.ip_address,
  }))
  return { ...page, items }
}

function within(
  query: ReturnType<typeof selectAudit>,
  { start_date, end_date, offset = 0 }: Days,
): ReturnType<typeof selectAudit> {
  let narrowed = query
  if (start_date) narrowed = narrowed.where(onDay('audit_logs.created', start_date, offset, 'from'))
  if (end_date) narrowed = narrowed.where(onDay('audit_logs.created', end_date, offset, 'until'))
  return narrowed
}

/** By the name of the time; full name and address are today's, null for a user who is gone. */
function actorOf(row: {
  user_id: number
  user_name: string
  full_name: string | null
  email: string | null
}) {
  const { user_id, user_name, full_name, email } = row
  return { id: user_id, user_id, user_name, name: full_name, email }
}
