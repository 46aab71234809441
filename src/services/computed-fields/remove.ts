import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { deleteComputedField } from '../../store/computed-fields.ts'
import { refuseNamed, requireComputedField } from './update.ts'

/** Editor. Takes the field away for good, with its history, or leaves it missing where it is masked; 409 while checks, archived ones too, name it. */
export async function removeComputedField(context: Context, id: number): Promise<void> {
  const { datastore_id } = await requireComputedField(context, id)
  await within(context, async (transaction, context) => {
    await lockCatalogue(transaction, datastore_id)
    // As it is now: its field is found by its name, and somebody else may have removed or renamed it.
    const row = await requireComputedField(context, id)
    await refuseNamed(context, row)
    await deleteComputedField(transaction, row)
    await recordAudit(context, transaction, {
      action: 'delete_computed_field',
      resource_type: 'container',
      resource_id: row.container_id,
      details: { name: row.name, datastore_id },
    })
  })
}
