import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ComputedFieldRecord } from '../../model/computed-field.ts'
import { findComputedField } from '../../store/computed-fields.ts'

/** The computed field as answers show it. Throws 404. */
export async function presentComputedField(context: Context, id: number): Promise<ComputedFieldRecord> {
  const row = await findComputedField(context.store.database, id)
  if (!row) throw notFound('computed field', id)
  const { datastore_id: _own, ...shown } = row
  return shown
}
