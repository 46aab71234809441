import { within } from '../access/within.ts'
import type { Context } from '../access/context.ts'
import type { OwnColumn } from '../engine/families/family.ts'
import { familyOf } from '../engine/families/table.ts'
import { fieldStatuses, type FieldType } from '../model/field.ts'
import { rules } from '../rules/registry.ts'
import { requireEditorBehind } from './require-behind.ts'
import { policyOf } from './policies.ts'
import { Policy } from './policy.ts'
import { requireDatastore } from '../access/require.ts'
import { fieldsInState } from '../store/fields.ts'
import { recordAudit, type NewAuditEntry } from '../access/audit.ts'

const shownStatuses = fieldStatuses.filter((status) => status !== 'excluded')

/** The records that somebody wants to read. */
interface WantedRecords {
  datastore_id: number
  container_id: number
  /** The resource that the audit log names. */
  resource: Pick<NewAuditEntry, 'resource_type' | 'resource_id'>
  include_masked: boolean
  /** The rules of the checks that found the records: some put columns of their own beside the fields. */
  rule_types: readonly string[]
}

/**
 * The fields of a container's records, in their order, and which of them the caller may not see; who may read records at all
 * is asked before. With `include_masked`, for Editors, none is hidden, and the audit log says so before the first value is sent.
 */
export async function openRecords(
  context: Context,
  {
    datastore_id,
    container_id: containerId,
    resource,
    include_masked: includeMasked,
    rule_types,
  }: WantedRecords,
): Promise<{ policy: Policy; fields: RecordField[] }> {
  if (includeMasked) {
    await requireDatastore(context, datastore_id, 'Editor')
    await requireEditorBehind(context, containerId)
  }
  const { database } = context.store
  const rows = await fieldsInState(database, containerId, shownStatuses)
  const masked = [...(await policyOf(database, containerId)).hidden()]
  if (includeMasked && masked.length > 0) {
    await within(context, (transaction) =>
      recordAudit(context, transaction, {
        ...resource,
        action: 'unmask_field_values',
        details: { container_id: containerId, masked_field_names: masked },
      }),
    )
  }
  const fields = rows.map(({ name, type, is_masked }) => ({ name, type, masked: is_masked }))
  return { policy: new Policy(includeMasked ? [] : masked), fields: withOwnColumns(fields, rule_types) }
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
