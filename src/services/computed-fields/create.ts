import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { maskIfDerived } from '../../disclosure/masked-by-origin.ts'
import type { ComputedFieldRecord, NewComputedField } from '../../model/computed-field.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { insertComputedField } from '../../store/computed-fields.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { requireContainer } from '../containers/read.ts'
import { assessComputedField, refuseTakenName } from './assess.ts'
import { presentComputedField } from './present.ts'

/** Editor. Makes a field of a container that is computed from others, once the store has given a first value of it. */
export async function createComputedField(
  context: Context,
  input: NewComputedField,
): Promise<ComputedFieldRecord> {
  const container = await requireContainer(context, input.container_id, 'Editor')
  const { name, transformation } = input
  const wanted = {
    name,
    transformation,
    source_fields: input.source_fields ?? [],
    properties: input.properties ?? {},
  }
  const field = await assessComputedField(context, container, wanted, null)
  const id = await within(context, async (transaction, context) => {
    await lockCatalogue(transaction, container.datastore_id)
    // Again, as others may have taken it while the store was asked.
    await refuseTakenName(context, container, name, null)
    const stored = {
      ...wanted,
      additional_metadata: input.additional_metadata ?? null,
      last_editor: context.principal.user_name,
    }
    const id = await refusingDuplicates(`"${container.name}" has a field called "${name}" already.`, () =>
      insertComputedField(transaction, container.id, stored, field),
    )
    await maskIfDerived(transaction, container, wanted)
    await recordAudit(context, transaction, {
      action: 'create_computed_field',
      resource_type: 'container',
      resource_id: container.id,
      details: { ...wanted, datastore_id: container.datastore_id },
    })
    return id
  })
  return presentComputedField(context, id)
}
