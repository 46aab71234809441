import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { hasEnded } from '../../model/operation.ts'
import { recordAudit } from '../../services/audit/record.ts'
import { abortOperation } from './abort.ts'
import { deedOn } from './deed.ts'
import { findControllable } from './find.ts'

/** Deletes the record of a run, aborting it first when it is going; anomalies and container scans stay. */
export async function removeOperation(context: Context, id: number): Promise<void> {
  const operation = await findControllable(context, id)
  if (!hasEnded(operation.result)) {
    await abortOperation(context, id).catch((error: unknown) => {
      // It may end by itself in between, which serves as well.
      if (!(error instanceof ServiceError && error.code === 'wrong_state')) throw error
    })
  }
  await context.store.database.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('operations')
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) {
      await recordAudit(context, transaction, deedOn(operation, 'delete_operation'))
    }
  })
}
