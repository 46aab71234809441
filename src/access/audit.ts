import type { Context } from './context.ts'
import type { AuditAction, AuditResource } from '../model/audit.ts'
import { appendAudit } from '../store/audit.ts'
import type { OpenTransaction } from '../store/pool.ts'

/** An entry as a verb gives it: the action and its resource. `details` are for people who read the log, and never hold a secret. */
export interface NewAuditEntry {
  action: AuditAction
  resource_type: AuditResource
  resource_id: number
  details: Record<string, unknown>
}

/** The same where an agent asks, for what people do without an entry: a person can see what was done in their name. */
export async function recordOfAgent(
  context: Parameters<typeof recordAudit>[0],
  transaction: OpenTransaction,
  ...entries: readonly NewAuditEntry[]
): Promise<void> {
  if (context.origin?.agent !== undefined) await recordAudit(context, transaction, ...entries)
}

/** Notes in the caller's name what the transaction does, so that neither is without the other; the last step of the transaction. */
export async function recordAudit(
  {
    principal,
    origin,
    clock,
    secrets,
  }: Pick<Context, 'origin' | 'clock' | 'secrets'> & {
    principal: Pick<Context['principal'], 'user_id' | 'user_name'>
  },
  transaction: OpenTransaction,
  ...entries: readonly NewAuditEntry[]
): Promise<void> {
  await appendAudit(
    transaction,
    { clock, secrets },
    entries.map(({ details, ...entry }) => ({
      ...entry,
      user_id: principal.user_id,
      user_name: principal.user_name,
      details: JSON.stringify(details),
      endpoint: origin?.endpoint ?? null,
      ip_address: origin?.ip_address ?? null,
    })),
  )
}
