import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import type { Field, IdentifiedField } from '../../model/container-record.ts'
import { includeField } from '../../store/field-states.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { readField } from './read.ts'
import { heldFields, requireFieldsToEdit, wrongState } from './stated.ts'

/** Editor. Brings an excluded field back as it was, masked if it was. Its checks stay archived. */
export async function restoreField(context: Context, id: number): Promise<Field> {
  const [field] = await restoreFields(context, [{ id }])
  return field as Field
}

/** Restores several fields, each as `restoreField` does one, all or none; answered in their order. */
export async function restoreFields(context: Context, wanted: readonly IdentifiedField[]): Promise<Field[]> {
  refuseRepeated('field', wanted)
  const rows = await requireFieldsToEdit(context, wanted)
  await within(context, async (transaction, context) => {
    const held = await heldFields(transaction, rows)
    const entries: NewAuditEntry[] = []
    for (const { id } of wanted.toSorted((one, other) => one.id - other.id)) {
      const { name, status, container_id, datastore_id } = held(id)
      if (status !== 'excluded')
        throw wrongState(`\`${name}\` is ${status}; only an excluded field can be restored.`)
      await includeField(transaction, id)
      const details = { name, container_id, datastore_id }
      entries.push({ action: 'restore_field', resource_type: 'field', resource_id: id, details })
    }
    await recordAudit(context, transaction, ...entries)
  })
  return Promise.all(wanted.map(({ id }) => readField(context, id)))
}
