import type { AuditAction } from '../../model/audit.ts'
import type { Deed } from '../../access/audit.ts'
import type { OperationRow } from '../../store/operations.ts'

/** What the audit log says of something done to a run that is there. */
export function deedOn(operation: OperationRow, action: AuditAction): Deed {
  const { id, trigger_type, datastore_id } = operation
  return {
    action,
    resource_type: 'operation',
    resource_id: id,
    details: { type: trigger_type, datastore_id },
  }
}
