import type { Context } from '../../access/context.ts'
import { abortOperation } from './abort.ts'
import { findControllable } from './find.ts'

/** Deletes the record of a run, aborting it first when it is going; anomalies and container scans stay. */
export async function removeOperation(context: Context, id: number): Promise<void> {
  const operation = await findControllable(context, id)
  if (operation.result === 'queued' || operation.result === 'running') {
    // It may end by itself in between, which serves as well.
    await abortOperation(context, id).catch(() => undefined)
  }
  await context.store.database.deleteFrom('operations').where('id', '=', id).execute()
}
