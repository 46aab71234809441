import { within } from '../../access/within.ts'
import { notFound } from '../../kernel/errors.ts'
import type { AuditAction } from '../../model/audit.ts'
import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import { lockOperation, type OperationRow } from '../../store/operations.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import type { RunContext } from '../operation.ts'
import { findControllable } from './find.ts'
import { presentRun } from './present-run.ts'

/** The result of a verb on a run. */
interface Controlled {
  /** The run that the answer shows; null when the verb has nothing to show. */
  shown: number | null
  /** For the audit log, in their order: a name is an action on the run itself. */
  entries: readonly (AuditAction | NewAuditEntry)[]
}

/**
 * Lets a verb control a run: after the permissions, all in one transaction that holds the run's row from its beginning. So
 * verbs on one run follow each other, each finds the state that the one before left, the answer shows what is committed, and
 * a process that dies in between leaves nothing half done. 404 when the run is gone; `forDeletion` when the verb deletes it.
 */
export async function controlRun(
  context: RunContext,
  id: number,
  verb: (transaction: OpenTransaction, context: RunContext, operation: OperationRow) => Promise<Controlled>,
  forDeletion = false,
) {
  await findControllable(context, id)
  return within(context, async (transaction, context) => {
    const operation = await lockOperation(transaction, id, forDeletion)
    if (!operation) throw notFound('operation', id)
    const { shown, entries } = await verb(transaction, context, operation)
    const record = shown === null ? null : await presentRun(context, shown)
    const noted = entries.map((entry) =>
      typeof entry === 'string' ? runAuditEntry(operation, entry) : entry,
    )
    // Last: until the transaction ends, everybody else's entries wait.
    await recordAudit(context, transaction, ...noted)
    return record
  })
}

/** The entry for an action on the run itself. */
export function runAuditEntry(
  { id, trigger_type, datastore_id }: OperationRow,
  action: AuditAction,
): NewAuditEntry {
  return {
    action,
    resource_type: 'operation',
    resource_id: id,
    details: { type: trigger_type, datastore_id },
  }
}
