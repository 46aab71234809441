import type { Transaction } from 'kysely'
import { within } from '../../access/within.ts'
import { notFound } from '../../kernel/errors.ts'
import type { AuditAction } from '../../model/audit.ts'
import { recordAudit, type Deed } from '../../access/audit.ts'
import { lockOperation, type OperationRow } from '../../store/operations.ts'
import type { Database } from '../../store/schema.ts'
import type { RunContext } from '../operation.ts'
import { deedOn } from './deed.ts'
import { findControllable } from './find.ts'
import { presentRun } from './present-run.ts'

/** What a verb did to a run. */
interface Controlled {
  /** The run that the answer shows; null when the verb has nothing to show. */
  shown: number | null
  /** For the audit log, in their order: names are of deeds on the run itself. */
  deeds: readonly (AuditAction | Deed)[]
}

/**
 * Lets a verb control a run: after the permissions, all in one transaction that holds the run's row from its beginning. So
 * verbs on one run follow each other, each finds the state that the one before left, the answer shows what is committed, and
 * a process that dies in between leaves nothing half done. 404 when the run is gone; `forDeletion` when the verb deletes it.
 */
export async function controlRun(
  context: RunContext,
  id: number,
  verb: (
    transaction: Transaction<Database>,
    context: RunContext,
    operation: OperationRow,
  ) => Promise<Controlled>,
  forDeletion = false,
) {
  await findControllable(context, id)
  return within(context, async (transaction, context) => {
    const operation = await lockOperation(transaction, id, forDeletion)
    if (!operation) throw notFound('operation', id)
    const { shown, deeds } = await verb(transaction, context, operation)
    const record = shown === null ? null : await presentRun(context, shown)
    const noted = deeds.map((deed) => (typeof deed === 'string' ? deedOn(operation, deed) : deed))
    // Last: until the transaction ends, everybody else's entries wait.
    await recordAudit(context, transaction, ...noted)
    return record
  })
}
