import { isDeepStrictEqual } from 'node:util'
import { ConnectionChange } from '../../model/connection.ts'
import type { AuditAction } from '../../model/audit.ts'
import type { NewAuditEntry } from '../../access/audit.ts'

/** The entry in the audit log for a change of a connection: the names of members, never a value of one. */
export function connectionAuditEntry(
  action: AuditAction,
  id: number,
  { name, type }: { name: string; type: string },
  more: Record<string, unknown> = {},
): NewAuditEntry {
  return { action, resource_type: 'connection', resource_id: id, details: { name, type, ...more } }
}

/** Names of the members, secrets too, that the change gives another value than `stored` has. */
export function changedMembers(stored: object, change: ConnectionChange): string[] {
  const before = new Map<string, unknown>(Object.entries(stored))
  const after = new Map<string, unknown>(Object.entries(change))
  // Bodies may carry members that are none of a connection's own.
  return Object.keys(ConnectionChange.properties).filter(
    (member) => after.get(member) !== undefined && isOther(before.get(member), after.get(member)),
  )
}

/** Null, absence and, for parameters, an empty object mean the same. */
function isOther(before: unknown, after: unknown): boolean {
  return !isDeepStrictEqual(before ?? {}, after ?? {})
}
