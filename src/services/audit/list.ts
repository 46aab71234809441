import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { Page } from '../../kernel/page.ts'
import type { Activity, MaskingEntry } from '../../model/audit.ts'
import {
  findActivity,
  findMaskingAccess,
  type ActivityFilter,
  type ListedEntry,
  type MaskingFilter,
} from '../../store/audit-list.ts'

/** Admin. The audit log, newest first. */
export async function listActivity(context: Context, filter: ActivityFilter): Promise<Page<Activity>> {
  requireRole(context, 'Admin')
  const { database } = context.store
  const now = filter.timeframe ? (await context.clock.now(database)).toISOString() : null
  const page = await findActivity(database, filter, now)
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

/** Admin. Who looked at masked values, and of which fields, newest first. */
export async function listMaskingAccess(
  context: Context,
  filter: MaskingFilter,
): Promise<Page<MaskingEntry>> {
  requireRole(context, 'Admin')
  const page = await findMaskingAccess(context.store.database, filter)
  const items = page.items.map((row) => ({
    id: row.id,
    created: row.created,
    user_id: row.user_id,
    user: actorOf(row),
    action: row.action,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    // Written so by disclosure/open-records.ts.
    masked_field_names: (JSON.parse(row.details) as { masked_field_names: string[] }).masked_field_names,
    endpoint: row.endpoint,
    ip_address: row.ip_address,
  }))
  return { ...page, items }
}

/** By the name of the time; full name and address are today's, null for a user who is gone. */
function actorOf({ user_id, user_name, full_name, email }: ListedEntry) {
  return { id: user_id, user_id, user_name, name: full_name, email }
}
