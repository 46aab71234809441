import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { deleteContainer, rememberRemoval } from '../../store/catalogue.ts'
import { recordAudit } from '../../access/audit.ts'
import { requireContainer } from './read.ts'

/** Editor. Goes with its fields, checks and anomalies, and stays away until a sync is told to recreate it. */
export async function removeContainer(context: Context, id: number): Promise<void> {
  const { datastore_id, name } = await requireContainer(context, id, 'Editor')
  await within(context, async (transaction) => {
    await rememberRemoval(transaction, datastore_id, name)
    await deleteContainer(transaction, id)
    await recordAudit(context, transaction, {
      action: 'delete_container',
      resource_type: 'container',
      resource_id: id,
      details: { name, datastore_id },
    })
  })
}
