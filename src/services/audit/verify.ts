import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { invalidParameter } from '../../kernel/errors.ts'
import type { AuditVerification } from '../../model/audit.ts'
import { readHead, type AuditEnd } from '../../store/audit-head.ts'
import { auditAfter, auditHash, chainStart, type ReadAuditRow } from '../../store/audit.ts'
import { auditSealing } from '../../store/installation.ts'

const batchRows = 1000

type Flaw = NonNullable<AuditVerification['broken']>

/** The end of a walk, and the entry that stopped it before the end; null when none did. */
interface Walk {
  last: AuditEnd | null
  flaw: Flaw | null
}

/**
 * Admin. Walks the chain from its first entry to its last, or to the first that is not what it was, and holds its end
 * against the sealed head. With an entry as an earlier verification told it, also finds out that log and head were put back
 * together to what they once were; one half of it is `invalid`, as it would say nothing.
 */
export async function verifyAudit(context: Context, given: KnownEntry): Promise<AuditVerification> {
  const known = entryOf(given)
  requireRole(context, 'Admin')
  const { database } = context.store
  const sealed = await auditSealing(database, context.secrets)
  const walk = await walkFrom(context, null, known)
  const { last, flaw } = walk.flaw ? walk : await headFlaw(context, walk.last, known)
  const isCut = known !== null && known.id > (last?.id ?? 0)
  const broken =
    flaw ?? (isCut ? { id: known.id, reason: 'This entry is known from before, and is missing now.' } : null)
  return { valid: broken === null, entries: last?.id ?? 0, last, broken, sealed }
}

/** An entry as an earlier verification told it; both members or none. */
interface KnownEntry {
  known_id?: number | undefined
  known_hash?: string | undefined
}

function entryOf({ known_id, known_hash }: KnownEntry): AuditEnd | null {
  if (known_id !== undefined && known_hash !== undefined) return { id: known_id, hash: known_hash }
  if (known_id === undefined && known_hash === undefined) return null
  const missing = known_id === undefined ? 'known_id' : 'known_hash'
  throw invalidParameter(missing, `${missing} is missing: an entry is known by its id and its hash together.`)
}

/** Walks from the entry after `start` to the end. */
async function walkFrom(
  { store }: Context,
  start: AuditEnd | null,
  ...known: readonly (AuditEnd | null)[]
): Promise<Walk> {
  let last = start
  for (;;) {
    const rows = await auditAfter(store.database, last?.id ?? null, batchRows)
    for (const row of rows) {
      const reason = flawOf(row, last, known)
      if (reason !== null) return { last, flaw: { id: row.id, reason } }
      last = { id: row.id, hash: row.hash }
    }
    if (rows.length < batchRows) return { last, flaw: null }
  }
}

function flawOf(
  row: ReadAuditRow,
  last: AuditEnd | null,
  known: readonly (AuditEnd | null)[],
): string | null {
  if (row.id < 1) return 'This entry was slipped in before the first.'
  if (row.id !== (last?.id ?? 0) + 1) return 'Entries before this one are missing.'
  if (row.previous_hash !== (last?.hash ?? chainStart)) {
    return 'This entry does not build on the one before it: one of them was replaced.'
  }
  if (row.hash !== auditHash(row) || !row.is_to_the_millisecond)
    return 'This entry was changed after it had been written.'
  if (known.some((one) => one?.id === row.id && one.hash !== row.hash)) {
    return 'This entry is another than the one known from before: the log was written anew.'
  }
  return null
}

/** Holds the end of a log that is in order in itself against its head, which is read after it and so names an entry that can be seen. */
async function headFlaw(context: Context, end: AuditEnd | null, known: AuditEnd | null): Promise<Walk> {
  const head = await readHead(context.store.database, context.secrets)
  const last = end ?? { id: 0, hash: chainStart }
  const stop = (id: number, reason: string): Walk => ({ last: end, flaw: { id, reason } })
  if (!head)
    return stop(
      last.id,
      'The sealed end of the log was removed; nothing tells whether this entry is the last.',
    )
  if (!head.is_sealed) return stop(head.id, 'The seal on the end of the log is not the one of this service.')
  if (head.id < last.id) {
    return stop(head.id + 1, 'This entry and those after it are not covered by the sealed end of the log.')
  }
  if (head.id === last.id) {
    return head.hash === last.hash
      ? { last: end, flaw: null }
      : stop(head.id, 'This entry is another than the sealed end of the log: the log was written anew.')
  }
  // Entries may have come since.
  const rest = await walkFrom(context, end, head, known)
  if (rest.flaw || (rest.last?.id ?? 0) >= head.id) return rest
  return {
    ...rest,
    flaw: { id: head.id, reason: 'This entry is the sealed end of the log, and is missing now.' },
  }
}
