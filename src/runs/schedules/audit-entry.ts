import type { AuditAction } from '../../model/audit.ts'
import type { NewAuditEntry } from '../../access/audit.ts'

/** The entry in the audit log for a change of a schedule; `more` has the details of this action alone. */
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
