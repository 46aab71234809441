import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { invalidMember, notFound, ServiceError } from '../../kernel/errors.ts'
import type { Field, FieldChange, IdentifiedFieldChange } from '../../model/container-record.ts'
import type { FieldStatus } from '../../model/field.ts'
import { findContainer } from '../../store/containers.ts'
import { findField, setField, type FieldRow } from '../../store/fields.ts'
import { lockFindingsOf } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import { maskDerived } from '../../disclosure/masked-by-origin.ts'
import { requireEditorBehind } from '../../disclosure/require-behind.ts'
import { rewriteKept } from '../../disclosure/rewrite-kept.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { readField } from './read.ts'

/**
 * Editor. Masks a field, shows it again, or describes it; absent members stay. A masked field is judged by its real
 * values, and nobody below Editor sees one of them from here on.
 */
export async function updateField(context: Context, id: number, change: FieldChange): Promise<Field> {
  const field = await findField(context.store.database, id)
  if (!field) throw notFound('field', id)
  await requireDatastore(context, field.datastore_id, 'Editor', ['field', id])
  await writeChanges(context, [{ field, change }])
  return readField(context, id)
}

/** The same for several fields, all or none; Viewer is enough for changes of tags alone. */
export async function updateFields(
  context: Context,
  changes: readonly IdentifiedFieldChange[],
): Promise<Field[]> {
  refuseRepeated('field', changes)
  const prepared: { field: FieldRow; change: FieldChange }[] = []
  for (const { id, ...change } of changes) {
    const field = await findField(context.store.database, id)
    if (!field) throw notFound('field', id)
    prepared.push({ field, change })
  }
  for (const { field, change } of prepared) {
    const { status, description, additional_metadata } = change
    const isTagging = [status, description, additional_metadata].every((member) => member === undefined)
    const needed = isTagging ? 'Viewer' : 'Editor'
    await requireDatastore(context, field.datastore_id, needed, ['field', field.id])
  }
  await writeChanges(context, prepared)
  return Promise.all(changes.map(({ id }) => readField(context, id)))
}

async function writeChanges(
  context: Context,
  changes: readonly { field: FieldRow; change: FieldChange }[],
): Promise<void> {
  const { database } = context.store
  for (const { field, change } of changes) {
    const { status } = change
    if (status === undefined || status === field.status) continue
    await refuseStatus(database, field, status)
    if (status === 'active') await requireEditorBehind(context, field.container_id)
  }
  await within(context, async (transaction) => {
    const masking = maskingChanges(changes)
    // Before any row is written, as syncs and scans do, so that neither waits for the other for ever.
    await lockFindingsOf(transaction, [...masking.keys()])
    // In one order, so that two bulk changes never wait for each other.
    for (const { field, change } of changes.toSorted((one, other) => one.field.id - other.field.id)) {
      await writeChange(transaction, field.id, change)
    }
    for (const [containerId, changed] of masking) {
      await rewriteKept(transaction, containerId, changed)
    }
    for (const datastoreId of newlyMasking(changes)) await maskDerived(transaction, datastoreId)
    await recordAudit(context, transaction, ...changes.flatMap(maskingAuditEntries))
  })
}

/** The datastores in which fields are masked from here on, in one order. */
function newlyMasking(changes: readonly { field: FieldRow; change: FieldChange }[]): number[] {
  const masking = changes.filter((entry) =>
    maskingAuditEntries(entry).some(({ action }) => action === 'mask_field'),
  )
  return [...new Set(masking.map(({ field }) => field.datastore_id))].sort((one, other) => one - other)
}

/** By container, in one order, the fields whose values are hidden from here on, and those whose values are shown again. */
function maskingChanges(changes: readonly { field: FieldRow; change: FieldChange }[]) {
  const byContainer = new Map<number, { hidden: string[]; shown: string[] }>()
  for (const entry of changes.toSorted((one, other) => one.field.container_id - other.field.container_id)) {
    if (maskingAuditEntries(entry).length === 0) continue
    const { name, container_id } = entry.field
    const changed = byContainer.get(container_id) ?? { hidden: [], shown: [] }
    byContainer.set(container_id, changed)
    changed[entry.change.status === 'masked' ? 'hidden' : 'shown'].push(name)
  }
  return byContainer
}

async function writeChange(transaction: Queryable, id: number, change: FieldChange): Promise<void> {
  const { status, description, additional_metadata: metadata, tags } = change
  const columns = {
    ...(status !== undefined && { status }),
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { additional_metadata: metadata && JSON.stringify(metadata) }),
  }
  if (Object.keys(columns).length > 0) {
    await setField(transaction, id, columns)
  }
  if (tags !== undefined) await replaceTags(transaction, 'field_id', id, tags ?? [])
}

/** How the states come about that no update gives. */
const becoming = {
  missing: 'when a sync or a profile does not find it',
  excluded: 'by DELETE /fields/{id}',
} as const

/** Raw values are shown to more or to fewer people from here on, so it is written down who did it; nothing otherwise. */
function maskingAuditEntries({ field, change }: { field: FieldRow; change: FieldChange }): NewAuditEntry[] {
  const hides = change.status === 'masked'
  if (change.status === undefined || hides === (field.status === 'masked')) return []
  return [
    {
      action: hides ? 'mask_field' : 'unmask_field',
      resource_type: 'field',
      resource_id: field.id,
      details: { name: field.name, container_id: field.container_id, datastore_id: field.datastore_id },
    },
  ]
}

/** A field that is gone or left out cannot be masked, and one that identifies rows must stay readable. */
async function refuseStatus(database: Queryable, field: FieldRow, status: FieldStatus): Promise<void> {
  if (status === 'missing' || status === 'excluded')
    throw invalidMember('status', `A field becomes ${status} ${becoming[status]}, not by an update.`)
  if (field.status === 'missing') {
    throw new ServiceError(
      'wrong_state',
      `\`${field.name}\` was not found by the last sync; a missing field cannot become ${status}.`,
    )
  }
  if (field.status === 'excluded') {
    throw new ServiceError(
      'wrong_state',
      `\`${field.name}\` is excluded; restore it first, then it can become ${status}.`,
    )
  }
  const container = await findContainer(database, field.container_id)
  if (!container) throw notFound('field', field.id)
  const { incremental_field_name, partition_field, group_by_fields } = container
  if (status === 'masked' && [incremental_field_name, partition_field].includes(field.name)) {
    throw new ServiceError(
      'wrong_state',
      `\`${field.name}\` identifies the rows of its container, so it cannot be masked; choose another identifier first.`,
    )
  }
  if (status === 'masked' && group_by_fields.flat().includes(field.name)) {
    throw new ServiceError(
      'wrong_state',
      `\`${field.name}\` makes groups of the rows of its container, so it cannot be masked; take it out of group_by_fields first.`,
    )
  }
}
