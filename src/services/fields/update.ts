import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { invalidMember, notFound, ServiceError } from '../../kernel/errors.ts'
import type { Field, FieldChange, IdentifiedFieldChange } from '../../model/container-record.ts'
import { findContainer } from '../../store/containers.ts'
import { lockFields } from '../../store/field-states.ts'
import { findField, setField, type FieldRow } from '../../store/fields.ts'
import { lockFindingsOf } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import { maskDerived } from '../../disclosure/masked-by-origin.ts'
import { requireEditorBehind } from '../../disclosure/require-behind.ts'
import { rewriteKept } from '../../disclosure/rewrite-kept.ts'
import { beginAgain, ChangedMeanwhile } from '../begin-again.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { readField } from './read.ts'

/**
 * Editor. Masks a field, shows it again, or describes it; absent members stay. A masked field is judged by its real
 * values, and nobody below Editor sees one of them from here on.
 */
export async function updateField(context: Context, id: number, change: FieldChange): Promise<Field> {
  await beginAgain(async () => {
    const field = await findField(context.store.database, id)
    if (!field) throw notFound('field', id)
    await requireDatastore(context, field.datastore_id, 'Editor', ['field', id])
    await writeChanges(context, [{ field, change, place: null }])
  })
  return readField(context, id)
}

/** Several changes at once, each as `updateField` makes one, all or none; Viewer is enough for changes of tags alone. */
export async function updateFields(
  context: Context,
  changes: readonly IdentifiedFieldChange[],
): Promise<Field[]> {
  refuseRepeated('field', changes)
  await beginAgain(async () => writeChanges(context, await requireFields(context, changes)))
  return Promise.all(changes.map(({ id }) => readField(context, id)))
}

/** A change of a field as it was when the change was judged, and its place in the body of the request; null: it is the body. */
interface PlacedChange {
  field: FieldRow
  change: FieldChange
  place: number | null
}

async function requireFields(
  context: Context,
  changes: readonly IdentifiedFieldChange[],
): Promise<PlacedChange[]> {
  const placed: PlacedChange[] = []
  for (const [place, { id, ...change }] of changes.entries()) {
    const field = await findField(context.store.database, id)
    if (!field) throw notFound('field', id)
    placed.push({ field, change, place })
  }
  for (const { field, change } of placed) {
    const { status, description, additional_metadata } = change
    const isTagging = [status, description, additional_metadata].every((member) => member === undefined)
    const needed = isTagging ? 'Viewer' : 'Editor'
    await requireDatastore(context, field.datastore_id, needed, ['field', field.id])
  }
  return placed
}

async function writeChanges(context: Context, changes: readonly PlacedChange[]): Promise<void> {
  const { database } = context.store
  const restated = changes.filter(
    ({ field, change }) => change.status !== undefined && change.status !== field.status,
  )
  for (const one of restated) {
    await refuseStatus(database, one)
    if (one.change.status === 'active') await requireEditorBehind(context, one.field.container_id)
  }
  await within(context, async (transaction) => {
    const masking = maskingChanges(changes)
    // Before any row is written, as syncs and scans do, so that neither waits for the other for ever.
    await lockFindingsOf(transaction, [...masking.keys()])
    await lockUnchanged(transaction, changes)
    // What identifies rows may have been chosen meanwhile; who chooses it waits from here on.
    for (const one of restated) await refuseStatus(transaction, one)
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

/** Nobody else gives the fields another state until the transaction ends. Throws `ChangedMeanwhile` when somebody has done so since they were read. */
async function lockUnchanged(transaction: Queryable, changes: readonly PlacedChange[]): Promise<void> {
  const ids = changes.map(({ field }) => field.id)
  const held = new Map((await lockFields(transaction, ids)).map((field) => [field.id, field]))
  for (const { field } of changes) {
    const now = held.get(field.id)
    if (now === undefined) throw notFound('field', field.id)
    if (now.status !== field.status || now.name !== field.name) throw new ChangedMeanwhile('field', field.id)
  }
}

/** The datastores in which fields are masked from here on, in one order. */
function newlyMasking(changes: readonly PlacedChange[]): number[] {
  const masking = changes.filter((entry) =>
    maskingAuditEntries(entry).some(({ action }) => action === 'mask_field'),
  )
  return [...new Set(masking.map(({ field }) => field.datastore_id))].sort((one, other) => one - other)
}

/** By container, in one order, the fields whose values are hidden from here on, and those whose values are shown again. */
function maskingChanges(changes: readonly PlacedChange[]) {
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
function maskingAuditEntries({ field, change }: PlacedChange): NewAuditEntry[] {
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
async function refuseStatus(database: Queryable, { field, change, place }: PlacedChange): Promise<void> {
  const { status } = change
  if (status === 'missing' || status === 'excluded')
    throw invalidMember(
      place === null ? 'status' : [place, 'status'],
      `A field becomes ${status} ${becoming[status]}, not by an update.`,
    )
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
