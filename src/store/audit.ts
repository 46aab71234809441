import { createHash } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { AuditAction, AuditResource } from '../model/audit.ts'
import { advanceHead, type AuditEnd } from './audit-head.ts'
import type { Clock } from './clock.ts'
import { batches } from './batches.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'

/** An entry to write; its time and its position in the chain are found when it is written. */
export interface AuditEntry {
  user_id: number
  user_name: string
  action: AuditAction
  resource_type: AuditResource
  resource_id: number
  /** JSON text. */
  details: string
  endpoint: string | null
  ip_address: string | null
}

/** An entry of the audit log as it is stored, with the hashes that chain it to the one before. */
export type AuditRow = Selectable<Database['audit_logs']>

/** The hash before the first entry. */
export const chainStart = '0'.repeat(64)

/** Any number that only this chain uses on a database: entries are written one after the other. */
const chainLock = 7_230_417_119

/**
 * Adds entries at the end of the chain, in their order. Call it once and last in a transaction: until that ends, all other
 * entries wait, and a waiting transaction must hold no lock that this one still needs.
 */
export async function appendAudit(
  transaction: Transaction<Database>,
  { clock, secrets }: { clock: Clock; secrets: Pick<SecretBox, 'derive'> },
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const { now: created, end: before } = await lockedEnd(transaction, clock)
  let { id, hash } = before
  const rows = entries.map((entry) => {
    const placed = { ...entry, created, id: (id += 1), previous_hash: hash }
    hash = auditHash(placed)
    return { ...placed, hash }
  })
  const parts = batches(rows)
  const last = parts.pop() ?? []
  for (const part of parts) await transaction.insertInto('audit_logs').values(part).execute()
  // One statement with the last entries: every change waits for this.
  await transaction
    .with('head', (database) => advanceHead(database, secrets, before, { id, hash }))
    .insertInto('audit_logs')
    .values(last)
    .execute()
}

/** The time, ISO 8601 UTC, and where the log ends; nothing is added to it until the transaction is over. */
export async function lockedEnd(
  transaction: Queryable,
  clock: Clock,
): Promise<{ now: string; end: AuditEnd }> {
  // By itself: a statement does not see what was written while it waited.
  const { rows } = await sql<{ now: string }>`
    select ${clock.inStatement()} as now from pg_advisory_xact_lock(${chainLock})`.execute(transaction)
  if (!rows[0]) throw new Error('The database did not tell the time.')
  const last = await transaction
    .selectFrom('audit_logs')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { now: rows[0].now, end: last ?? { id: 0, hash: chainStart } }
}

/** SHA-256 of the entry as a JSON array in a fixed order, the hash before it last; 64 hexadecimal digits. */
export function auditHash(row: Omit<AuditRow, 'hash'>): string {
  const { id, created, user_id, user_name, action, resource_type, resource_id, details } = row
  const { endpoint, ip_address, previous_hash } = row
  const said = [id, created, user_id, user_name, action, resource_type, resource_id, details]
  return createHash('sha256')
    .update(JSON.stringify([...said, endpoint, ip_address, previous_hash]))
    .digest('hex')
}

/** As text in the place of the column's own type, in which the driver holds what sources say. */
export const detailsText = sql<string>`audit_logs.details::text`.as('details')

/** An entry, and whether its time is to the millisecond, as it was written: what is finer is not in the hash. */
export type ReadAuditRow = AuditRow & { is_to_the_millisecond: boolean }

/** The entries after this id, oldest first; null: from the lowest id that there is, which may be below 1. */
export function auditAfter(database: Queryable, id: number | null, limit: number): Promise<ReadAuditRow[]> {
  let query = database
    .selectFrom('audit_logs')
    .selectAll()
    .select(detailsText)
    .select(sql<boolean>`created = date_trunc('milliseconds', created)`.as('is_to_the_millisecond'))
  if (id !== null) query = query.where('id', '>', id)
  return query.orderBy('id').limit(limit).execute()
}

/** Entries with what is known today of who did it, newest first; narrow it with `where`. */
export function selectAudit(database: Queryable) {
  return database
    .selectFrom('audit_logs')
    .leftJoin('users', 'users.id', 'audit_logs.user_id')
    .selectAll('audit_logs')
    .select(detailsText)
    .select(['users.name as full_name', 'users.email'])
    .orderBy('audit_logs.created', 'desc')
    .orderBy('audit_logs.id', 'desc')
}
