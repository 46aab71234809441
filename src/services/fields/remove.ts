import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { IdentifiedFieldRemoval } from '../../model/container-record.ts'
import { checksNaming } from '../../store/computed-fields.ts'
import { deleteField, type StatedField } from '../../store/field-states.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { removeComputedField } from '../computed-fields/remove.ts'
import { namedByChecks } from '../named-by-checks.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { leaveOut } from './exclude.ts'
import { heldFields, requireFieldsToEdit, wrongState } from './stated.ts'

/** Editor. Leaves the field out, unless `archive` is false: then one that is missing, or computed, is gone for good. */
export async function removeField(
  context: Context,
  id: number,
  removal: Omit<IdentifiedFieldRemoval, 'id'>,
): Promise<void> {
  await removeFields(context, [{ ...removal, id }])
}

/** Several removals at once, each as `removeField` makes one, all or none. */
export async function removeFields(
  context: Context,
  removals: readonly IdentifiedFieldRemoval[],
): Promise<void> {
  refuseRepeated('field', removals)
  const rows = await requireFieldsToEdit(context, removals)
  await within(context, async (transaction, context) => {
    const held = await heldFields(transaction, rows)
    for (const { id, archive = true } of removals.toSorted((one, other) => one.id - other.id)) {
      const field = held(id)
      if (archive) await leaveOut(context, transaction, field)
      else await deleteForGood(context, transaction, field)
    }
  })
}

/** What it held is hidden by its name, so a masked field goes only when nothing is left to be hidden. */
async function deleteForGood(
  context: Context,
  transaction: OpenTransaction,
  field: StatedField,
): Promise<void> {
  const { id, name, status, container_id, datastore_id, computed_field_id } = field
  if (computed_field_id !== null) return removeComputedField(context, computed_field_id)
  if (status !== 'missing')
    throw wrongState(
      `\`${name}\` is ${status}; only a missing or a computed field is deleted for good. Leave out archive to exclude it.`,
    )
  const checks = await checksNaming(transaction, container_id, name)
  if (checks.length > 0)
    throw new ServiceError(
      'in_use',
      `\`${name}\` ${namedByChecks(checks)}, or merge the field with the one that has its values now.`,
    )
  if (field.is_masked)
    throw new ServiceError(
      'in_use',
      `\`${name}\` is masked, and values of it that were kept are hidden as long as it is known; it cannot be deleted for good.`,
    )
  await deleteField(transaction, id)
  const entry: NewAuditEntry = {
    action: 'delete_field',
    resource_type: 'field',
    resource_id: id,
    details: { name, container_id, datastore_id },
  }
  await recordAudit(context, transaction, entry)
}
