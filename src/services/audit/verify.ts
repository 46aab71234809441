import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { AuditVerification } from '../../model/audit.ts'
import { auditAfter, auditHash, chainStart, type ReadAuditRow } from '../../store/audit.ts'

const batchRows = 1000

/** An entry as an earlier verification told it. */
export interface KnownEntry {
  id: number
  hash: string
}

/**
 * Admin. Walks the chain from its first entry to its last, or to the first that is not what it was. With `known`, also
 * finds out that entries were cut off at the end, or that the whole chain was written anew.
 */
export async function verifyAudit(context: Context, known: KnownEntry | null): Promise<AuditVerification> {
  requireRole(context, 'Admin')
  let last: KnownEntry | null = null
  for (;;) {
    const rows = await auditAfter(context.store.database, last?.id ?? null, batchRows)
    for (const row of rows) {
      const reason = flawOf(row, last, known)
      if (reason !== null) return outcome(last, { id: row.id, reason })
      last = { id: row.id, hash: row.hash }
    }
    if (rows.length < batchRows) break
  }
  if (known && known.id > (last?.id ?? 0)) {
    return outcome(last, { id: known.id, reason: 'This entry is known from before, and is missing now.' })
  }
  return outcome(last, null)
}

function flawOf(row: ReadAuditRow, last: KnownEntry | null, known: KnownEntry | null): string | null {
  if (row.id < 1) return 'This entry was slipped in before the first.'
  if (row.id !== (last?.id ?? 0) + 1) return 'Entries before this one are missing.'
  if (row.previous_hash !== (last?.hash ?? chainStart)) {
    return 'This entry does not build on the one before it: one of them was replaced.'
  }
  if (row.hash !== auditHash(row) || !row.is_to_the_millisecond)
    return 'This entry was changed after it had been written.'
  if (known?.id === row.id && known.hash !== row.hash) {
    return 'This entry is another than the one known from before: the log was written anew.'
  }
  return null
}

function outcome(last: KnownEntry | null, broken: AuditVerification['broken']): AuditVerification {
  return { valid: broken === null, entries: last?.id ?? 0, last, broken }
}
