import { shownReason } from '../../disclosure/discoveries.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { isDeepStrictEqual } from 'node:util'
import { within } from '../../access/within.ts'
import { recordAudit } from '../../access/audit.ts'
import type { RunContext } from '../../runs/operation.ts'
import { cuttableTypes, isCuttable } from '../../engine/partition-range.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Container, ContainerChange } from '../../model/container-record.ts'
import { fieldStatuses, type FieldStatus, type FieldType } from '../../model/field.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { setContainer, type ContainerRow } from '../../store/containers.ts'
import { fieldsInState } from '../../store/fields.ts'
import { lockFindings } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { applyContainer } from './apply-container.ts'
import { changedFileOptions, lookAgain } from './file-settings.ts'
import { computationEntry, nameTaken } from './create.ts'
import { changedComputation, writeChange } from './update-computation.ts'
import { shownKey } from './present.ts'
import { requireGroupings } from './groupings.ts'
import { readContainer, requireContainer } from './read.ts'

const presentStatuses = fieldStatuses.filter((status) => status !== 'missing')

/** Editor. Absent members stay. Changed file settings are tried on the files at once, and the fields follow them. */
export async function updateContainer(
  context: RunContext,
  id: number,
  change: ContainerChange,
): Promise<Container> {
  const row = await requireContainer(context, id, 'Editor')
  if (change.container_type !== undefined && change.container_type !== row.container_type) {
    throw invalidMember(
      'container_type',
      `"${row.name}" has the container type ${row.container_type}, which cannot change.`,
    )
  }
  await requireFieldNames(context.store.database, row, change)
  await requireGroupings(context.store.database, row, change.group_by_fields ?? [])
  const file_options = changedFileOptions(row, change)
  const found = await lookAgain(context, row, file_options)
  const computation = await changedComputation(context, row, change)
  await within(context, async (transaction, context) => {
    if (found !== null) {
      await lockCatalogue(transaction, row.datastore_id)
      // Who masks a field waits, so that no reason is written by what was masked before.
      await lockFindings(transaction, id)
    }
    await refusingDuplicates(nameTaken(change.name ?? row.name), () =>
      setContainer(transaction, id, {
        ...changedColumns(row, change),
        file_options: JSON.stringify(file_options),
      }),
    )
    if (computation !== null) {
      await writeChange(context, transaction, row, computation, change)
      const name = change.name ?? row.name
      await recordAudit(
        context,
        transaction,
        computationEntry('update_container', id, name, computation.wanted),
      )
    }
    if (typeof found === 'string') await noteUnread(transaction, id, found)
    else if (found !== null) await applyContainer(transaction, row.datastore_id, found)
    if (change.tags) await replaceTags(transaction, 'container_id', id, change.tags)
  })
  return readContainer(context, id)
}

async function noteUnread(transaction: Queryable, id: number, reason: string): Promise<void> {
  const shown = shownReason(reason, await policyOf(transaction, id))
  const status_reason = `The settings of its files changed, and its fields did not follow yet: ${shown} Run a sync.`
  await setContainer(transaction, id, { status: 'changed', status_reason })
}

function changedColumns(row: ContainerRow, change: ContainerChange) {
  const { description, additional_metadata, incremental_identifier_type } = change
  const { incremental_field_name, partition_field } = change
  return {
    ...(change.name != null && { name: change.name }),
    ...(description !== undefined && { description }),
    ...(additional_metadata !== undefined && {
      additional_metadata: additional_metadata === null ? null : JSON.stringify(additional_metadata),
    }),
    ...(incremental_field_name !== undefined && { incremental_field_name }),
    ...(incremental_identifier_type !== undefined && { incremental_identifier_type }),
    ...(partition_field !== undefined && { partition_field }),
    ...(change.group_by_fields !== undefined && {
      group_by_fields: JSON.stringify(change.group_by_fields ?? []),
    }),
    ...(change.key_fields !== undefined &&
      !isShownKey(row, change.key_fields) && { key_fields: change.key_fields }),
  }
}

/** Clients send back what they read: the key of the source does not become one that people set. */
function isShownKey(row: ContainerRow, given: readonly string[] | null): boolean {
  return given !== null && isDeepStrictEqual(given, shownKey(row).key_fields)
}

async function requireFieldNames(
  database: Queryable,
  row: ContainerRow,
  change: ContainerChange,
): Promise<void> {
  await requireKeyFields(database, row, change.key_fields ?? [])
  for (const member of ['incremental_field_name', 'partition_field'] as const) {
    const name = change[member]
    // Clients send back what they read, even when the field has gone since.
    if (name == null || name === row[member]) continue
    const fields = await fieldsInState(database, row.id, presentStatuses)
    const field = fields.find((known) => known.name === name)
    if (!field) throw invalidMember(member, `"${row.name}" has no field called "${name}".`)
    if (member === 'partition_field') refuseUnfitPartitionField(name, field)
    else refuseUnfitIncrementalField(name, field)
  }
}

async function requireKeyFields(
  database: Queryable,
  row: ContainerRow,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0 || isShownKey(row, names)) return
  const fields = await fieldsInState(database, row.id, ['active', 'masked'])
  const known = new Set(fields.map(({ name }) => name))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw invalidMember('key_fields', `"${row.name}" has no field called "${unknown}".`)
  if (new Set(names).size < names.length)
    throw invalidMember('key_fields', 'A field is named twice; each field of a key is named once.')
}

/** A scan starts above the greatest value of the last one, and new rows do not sort above old ones in every text. */
function refuseUnfitIncrementalField(name: string, { type }: { type: FieldType }) {
  if (isCuttable(type)) return
  throw invalidMember(
    'incremental_field_name',
    `"${name}" is ${type}; an incremental scan goes by a field of type ${cuttableTypes.join(', ')}, whose values grow with new rows.`,
  )
}

/** Text is not divided: a range of it follows no order that all engines share, and each part of a hash reads the whole table. */
function refuseUnfitPartitionField(name: string, { type, status }: { type: FieldType; status: FieldStatus }) {
  if (!isCuttable(type)) {
    throw invalidMember(
      'partition_field',
      `"${name}" is ${type}; a table is cut into ranges of a field of type ${cuttableTypes.join(', ')}.`,
    )
  }
  if (status === 'masked') {
    throw invalidMember(
      'partition_field',
      `"${name}" is masked, and the names of partitions would show its values; unmask it or choose another field.`,
    )
  }
}
