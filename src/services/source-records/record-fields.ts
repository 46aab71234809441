import type { Context } from '../../access/context.ts'
import type { Deed } from '../audit/record.ts'
import { recordAudit } from '../audit/record.ts'

/**
 * The fields of a container's records, in their order, and the names of those to hide. With `includeMasked` none is
 * hidden, and the audit log says so, of `resource`, before the first value is sent; who may is asked before.
 */
export async function openRecordFields(
  context: Context,
  containerId: number,
  resource: Pick<Deed, 'resource_type' | 'resource_id'>,
  includeMasked: boolean,
) {
  const { database } = context.store
  const rows = await database
    .selectFrom('fields')
    .select(['name', 'type', 'status'])
    .where('container_id', '=', containerId)
    .where('status', '<>', 'excluded')
    .orderBy('ordinal')
    .execute()
  const masked = rows.filter((field) => field.status === 'masked').map((field) => field.name)
  if (includeMasked && masked.length > 0) {
    await database.transaction().execute((transaction) =>
      recordAudit(context, transaction, {
        ...resource,
        action: 'unmask_field_values',
        details: { container_id: containerId, masked_field_names: masked },
      }),
    )
  }
  return {
    masked: new Set(includeMasked ? [] : masked),
    fields: rows.map(({ name, type, status }) => ({ name, type, masked: status === 'masked' })),
  }
}
