import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import type { FieldType } from '../../model/field.ts'
import { rules } from '../../rules/registry.ts'
import { recordAudit, type Deed } from '../../access/audit.ts'

/**
 * The fields of a container's records, in their order, and the names of those to hide. With `includeMasked` none is
 * hidden, and the audit log says so, of `resource`, before the first value is sent; who may is asked before. Checks of
 * `ruleTypes` found the records, and some rules put columns of their own beside the fields.
 */
export async function openRecordFields(
  context: Context,
  containerId: number,
  resource: Pick<Deed, 'resource_type' | 'resource_id'>,
  includeMasked: boolean,
  ruleTypes: readonly string[],
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
    await within(context, (transaction) =>
      recordAudit(context, transaction, {
        ...resource,
        action: 'unmask_field_values',
        details: { container_id: containerId, masked_field_names: masked },
      }),
    )
  }
  const fields = rows.map(({ name, type, status }) => ({ name, type, masked: status === 'masked' }))
  return { masked: new Set(includeMasked ? [] : masked), fields: withOwnColumns(fields, ruleTypes) }
}

interface RecordField {
  name: string
  type: FieldType
  masked: boolean
}

/** How a compared row differs stands before its fields, the entity that a row belongs to after them. */
function withOwnColumns(fields: RecordField[], ruleTypes: readonly string[]): RecordField[] {
  const families = new Set(ruleTypes.map((type) => rules.find(type)?.family))
  const names = fields.map(({ name }) => name)
  const status = names.includes('status') ? '_status' : 'status'
  return [
    ...(families.has('difference') ? [{ name: status, type: 'String' as const, masked: false }] : []),
    ...fields,
    ...(families.has('entity')
      ? [{ name: '_qualytics_entity_id', type: 'Integral' as const, masked: false }]
      : []),
  ]
}
