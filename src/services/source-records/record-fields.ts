import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import type { OwnColumn } from '../../engine/families/family.ts'
import { familyOf } from '../../engine/families/table.ts'
import type { FieldType } from '../../model/field.ts'
import { rules } from '../../rules/registry.ts'
import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'

/**
 * The fields of a container's records, in their order, and the names of those to hide. With `includeMasked` none is
 * hidden, and the audit log says so, of `resource`, before the first value is sent; who may is asked before. Checks of
 * `ruleTypes` found the records, and some rules put columns of their own beside the fields.
 */
export async function openRecordFields(
  context: Context,
  containerId: number,
  resource: Pick<NewAuditEntry, 'resource_type' | 'resource_id'>,
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

/** The fields with the columns that the families of these rules put before and after them, each once. */
function withOwnColumns(fields: RecordField[], ruleTypes: readonly string[]): RecordField[] {
  const found = ruleTypes.map((type) => rules.find(type)).filter((rule) => rule !== undefined)
  const names = fields.map(({ name }) => name)
  const own = [...new Set(found.map(familyOf))].map((family) => family.own_columns(names))
  const shown = (columns: OwnColumn[]) => columns.map((column) => ({ ...column, masked: false }))
  return [
    ...own.flatMap(({ before }) => shown(before)),
    ...fields,
    ...own.flatMap(({ after }) => shown(after)),
  ]
}
