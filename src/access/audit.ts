import type { Transaction } from 'kysely'
import type { Context } from './context.ts'
import type { AuditAction, AuditResource } from '../model/audit.ts'
import { appendAudit } from '../store/audit.ts'
import type { Database } from '../store/schema.ts'

/** What was done, and to what; `details` are for people who read the log, and never hold a secret. */
export interface Deed {
  action: AuditAction
  resource_type: AuditResource
  resource_id: number
  details: Record<string, unknown>
}

/** Notes in the caller's name what the transaction does, so that neither is without the other; the last step of the transaction. */
export async function recordAudit(
  { principal, origin, clock, secrets }: Pick<Context, 'principal' | 'origin' | 'clock' | 'secrets'>,
  transaction: Transaction<Database>,
  ...deeds: readonly Deed[]
): Promise<void> {
  const created = (await clock.now(transaction)).toISOString()
  await appendAudit(
    transaction,
    secrets,
    deeds.map(({ details, ...deed }) => ({
      ...deed,
      created,
      user_id: principal.user_id,
      user_name: principal.user_name,
      details: JSON.stringify(details),
      endpoint: origin?.endpoint ?? null,
      ip_address: origin?.ip_address ?? null,
    })),
  )
}
