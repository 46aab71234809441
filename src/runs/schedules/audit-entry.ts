import type { AuditAction } from '../../model/audit.ts'
import type { NewAuditEntry } from '../../access/audit.ts'

/** What the audit log says of something done to a schedule; `more` is what only this action has. */
export function scheduleAuditEntry(
  action: AuditAction,
  schedule: { id: number; trigger_type: string; datastore_id: number },
  more: Record<string, unknown> = {},
): NewAuditEntry {
  const { id, trigger_type, datastore_id } = schedule
  return {
    action,
    resource_type: 'schedule',
    resource_id: id,
    details: { type: trigger_type, datastore_id, ...more },
  }
}
