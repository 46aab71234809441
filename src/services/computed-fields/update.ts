import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { within } from '../../access/within.ts'
import { maskIfDerived } from '../../disclosure/masked-by-origin.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { ComputedFieldChange, ComputedFieldRecord } from '../../model/computed-field.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import {
  checksNaming,
  findComputedField,
  updateComputedField as writeComputedField,
  type ComputedFieldRow,
} from '../../store/computed-fields.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { beginAgain, ChangedMeanwhile } from '../begin-again.ts'
import { requireContainer } from '../containers/read.ts'
import { namedByChecks } from '../named-by-checks.ts'
import { assessComputedField, refuseTakenName } from './assess.ts'
import { presentComputedField } from './present.ts'

/** The computed field; 404 without one, 403 without Editor on its datastore. */
export async function requireComputedField(context: Context, id: number): Promise<ComputedFieldRow> {
  const row = await findComputedField(context.store.database, id)
  if (!row) throw notFound('computed field', id)
  await requireDatastore(context, row.datastore_id, 'Editor', ['computed field', id])
  return row
}

/** Editor. Absent members stay. Another name is refused while checks name the field. */
export async function updateComputedField(
  context: Context,
  id: number,
  change: ComputedFieldChange,
): Promise<ComputedFieldRecord> {
  await beginAgain(() => assessAndWrite(context, id, change))
  return presentComputedField(context, id)
}

/** Throws `ChangedMeanwhile`, and nothing is written, when the computed field is another one than was assessed. */
async function assessAndWrite(context: Context, id: number, change: ComputedFieldChange): Promise<void> {
  const row = await requireComputedField(context, id)
  const container = await requireContainer(context, row.container_id, 'Editor')
  const transformation = change.transformation ?? row.transformation
  const wanted = {
    name: change.name ?? row.name,
    transformation,
    source_fields: change.source_fields === undefined ? row.source_fields : (change.source_fields ?? []),
    properties: change.properties === undefined ? row.properties : (change.properties ?? {}),
  }
  if (wanted.name !== row.name) await refuseNamed(context, row)
  const field = await assessComputedField(context, container, wanted, row.name)
  await within(context, async (transaction, context) => {
    await lockCatalogue(transaction, container.datastore_id)
    if (!isDeepStrictEqual(await requireComputedField(context, id), row))
      throw new ChangedMeanwhile('computed field', id)
    await refuseTakenName(context, container, wanted.name, row.name)
    const stored = {
      ...wanted,
      additional_metadata:
        change.additional_metadata === undefined ? row.additional_metadata : change.additional_metadata,
      last_editor: context.principal.user_name,
    }
    await refusingDuplicates(`"${container.name}" has a field called "${wanted.name}" already.`, () =>
      writeComputedField(transaction, row, stored, field),
    )
    await maskIfDerived(transaction, container, wanted)
    await recordAudit(context, transaction, {
      action: 'update_computed_field',
      resource_type: 'container',
      resource_id: container.id,
      details: { ...wanted, datastore_id: container.datastore_id },
    })
  })
}

/** 409 while checks, archived ones too, name the field. */
export async function refuseNamed(context: Context, row: ComputedFieldRow): Promise<void> {
  const checks = await checksNaming(context.store.database, row.container_id, row.name)
  if (checks.length === 0) return
  throw new ServiceError('in_use', `"${row.name}" ${namedByChecks(checks)}.`)
}
