import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Field, FieldChange } from '../../model/container-record.ts'
import { findField, type FieldRow } from '../../store/containers.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordAudit } from '../audit/record.ts'
import { readField } from './read.ts'

/**
 * Editor. Masks a field, shows it again, or describes it; absent members stay. A masked field is judged by its real
 * values, and nobody below Editor sees one of them from here on.
 */
export async function updateField(context: Context, id: number, change: FieldChange): Promise<Field> {
  const { database } = context.store
  const field = await findField(database, id)
  if (!field) throw notFound('field', id)
  await requireDatastore(context, field.datastore_id, 'Editor')
  const { status, description } = change
  if (status !== undefined && status !== field.status) await refuseStatus(database, field, status)
  if (status !== undefined || description !== undefined) {
    await database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('fields')
        .set({ ...(status !== undefined && { status }), ...(description !== undefined && { description }) })
        .where('id', '=', id)
        .execute()
      const hides = status === 'masked'
      if (status === undefined || hides === (field.status === 'masked')) return
      await recordAudit(context, transaction, {
        action: hides ? 'mask_field' : 'unmask_field',
        resource_type: 'field',
        resource_id: id,
        details: { name: field.name, container_id: field.container_id, datastore_id: field.datastore_id },
      })
    })
  }
  return readField(context, id)
}

/** A field that is gone cannot be masked, and one that identifies rows must stay readable (annex, section 8.1). */
async function refuseStatus(
  database: Queryable,
  field: FieldRow,
  status: 'active' | 'masked',
): Promise<void> {
  if (field.status === 'missing') {
    throw new ServiceError(
      'wrong_state',
      `\`${field.name}\` was not found by the last sync; a missing field cannot become ${status}.`,
    )
  }
  const { incremental_field_name, partition_field } = await database
    .selectFrom('containers')
    .select(['incremental_field_name', 'partition_field'])
    .where('id', '=', field.container_id)
    .executeTakeFirstOrThrow()
  if (status === 'masked' && [incremental_field_name, partition_field].includes(field.name)) {
    throw new ServiceError(
      'wrong_state',
      `\`${field.name}\` identifies the rows of its container, so it cannot be masked; choose another identifier first.`,
    )
  }
}
