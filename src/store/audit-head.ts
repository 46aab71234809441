import { createHmac } from 'node:crypto'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Queryable } from './pool.ts'

/** Where the audit log ends; id 0 and the start of the chain for an empty log. */
export interface AuditEnd {
  id: number
  hash: string
}

/** HMAC-SHA-256 of the end with a key that only the service has; 64 hexadecimal digits. */
function sealOf(secrets: Pick<SecretBox, 'derive'>, { id, hash }: AuditEnd): string {
  return createHmac('sha256', secrets.derive('audit-head'))
    .update(JSON.stringify([id, hash]))
    .digest('hex')
}

/** Writes the first head; one that is there already stays. */
export async function writeFirstHead(
  transaction: Queryable,
  secrets: Pick<SecretBox, 'derive'>,
  end: AuditEnd,
): Promise<void> {
  await transaction
    .insertInto('audit_head')
    .values({ ...end, seal: sealOf(secrets, end) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The statement that moves the head from the end that the log had to the one that it has now. A head that is not the service's, or that names
 * another end than the log had, stays as it is for every verification to find: moving it would cover up what was done.
 */
export function advanceHead(
  database: Pick<Queryable, 'updateTable'>,
  secrets: Pick<SecretBox, 'derive'>,
  from: AuditEnd,
  to: AuditEnd,
) {
  return database
    .updateTable('audit_head')
    .set({ ...to, seal: sealOf(secrets, to) })
    .where('id', '=', from.id)
    .where('hash', '=', from.hash)
    .where('seal', '=', sealOf(secrets, from))
}

/** The stored head, and whether its seal is the service's; null when there is none. */
export async function readHead(
  database: Queryable,
  secrets: Pick<SecretBox, 'derive'>,
): Promise<(AuditEnd & { is_sealed: boolean }) | null> {
  const head = await database.selectFrom('audit_head').select(['id', 'hash', 'seal']).executeTakeFirst()
  if (!head) return null
  const { seal, ...end } = head
  return { ...end, is_sealed: seal === sealOf(secrets, end) }
}
