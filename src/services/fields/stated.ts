import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { lockFields, type StatedField } from '../../store/field-states.ts'
import { findField, type FieldRow } from '../../store/fields.ts'
import type { Queryable } from '../../store/pool.ts'

/** The field; 404 without one, 403 without Editor on its datastore. */
export async function requireFieldToEdit(context: Context, id: number): Promise<FieldRow> {
  const field = await findField(context.store.database, id)
  if (!field) throw notFound('field', id)
  await requireDatastore(context, field.datastore_id, 'Editor', ['field', id])
  return field
}

/** Several of them, in their order: 404 for one that does not exist, whatever may be done with the others. */
export async function requireFieldsToEdit(
  context: Context,
  named: readonly { id: number }[],
): Promise<FieldRow[]> {
  for (const { id } of named) if (!(await findField(context.store.database, id))) throw notFound('field', id)
  const rows: FieldRow[] = []
  for (const { id } of named) rows.push(await requireFieldToEdit(context, id))
  return rows
}

/** The fields as they are now, by id; syncs of their datastores wait until the transaction ends. 404 for one that went meanwhile. */
export async function heldFields(
  transaction: Queryable,
  rows: readonly FieldRow[],
): Promise<(id: number) => StatedField> {
  // In one order, so that two changes never wait for each other.
  const datastores = [...new Set(rows.map((row) => row.datastore_id))].sort((one, other) => one - other)
  for (const id of datastores) await lockCatalogue(transaction, id)
  const found = await lockFields(
    transaction,
    rows.map(({ id }) => id),
  )
  const byId = new Map(found.map((field) => [field.id, field]))
  return (id) => {
    const field = byId.get(id)
    if (!field) throw notFound('field', id)
    return field
  }
}

/** A 409 that says in which state the field is. */
export const wrongState = (sentence: string): ServiceError => new ServiceError('wrong_state', sentence)
