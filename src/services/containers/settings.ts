import { isDeepStrictEqual } from 'node:util'
import { cuttableTypes, isCuttable } from '../../engine/partition-range.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { ContainerChange } from '../../model/container-record.ts'
import type { containerSettings } from '../../model/container-settings.ts'
import { fieldStatuses, type FieldStatus, type FieldType } from '../../model/field.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { fieldsInState } from '../../store/fields.ts'
import type { Queryable } from '../../store/pool.ts'
import { requireGroupings } from './groupings.ts'
import { shownKey } from './present.ts'

const presentStatuses = fieldStatuses.filter((status) => status !== 'missing')

/** The settings that a client sends; absent ones stay. */
type Settings = Pick<ContainerChange, Exclude<keyof typeof containerSettings, 'tags'>>

/** Refuses with 422 settings that name fields which the container has not, or which they cannot be made of. */
export async function requireSettings(
  database: Queryable,
  row: ContainerRow,
  settings: Settings,
): Promise<void> {
  await requireFieldNames(database, row, settings)
  await requireGroupings(database, row, settings.group_by_fields ?? [])
}

/** The columns that hold them. */
export function settingColumns(row: ContainerRow, change: Settings) {
  const { description, additional_metadata, incremental_identifier_type } = change
  const { incremental_field_name, partition_field } = change
  return {
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
    ...trackingColumns(change),
    ...(change.key_fields !== undefined &&
      !isShownKey(row, change.key_fields) && { key_fields: change.key_fields }),
  }
}

function trackingColumns(change: Settings) {
  const { volumetric_tracking_enabled: volume, freshness_tracking_enabled: freshness } = change
  return {
    ...(volume !== undefined && { volumetric_tracking_enabled: volume ?? true }),
    ...(freshness !== undefined && { freshness_tracking_enabled: freshness ?? false }),
  }
}

/** Clients send back what they read: the key of the source does not become one that people set. */
function isShownKey(row: ContainerRow, given: readonly string[] | null): boolean {
  return given !== null && isDeepStrictEqual(given, shownKey(row).key_fields)
}

async function requireFieldNames(database: Queryable, row: ContainerRow, change: Settings): Promise<void> {
  await requireKeyFields(database, row, change.key_fields ?? [])
  for (const member of ['incremental_field_name', 'partition_field'] as const) {
    const name = change[member]
    // Clients send back what they read, even when the field has gone since.
    if (name == null || name === row[member]) continue
    const field = await presentField(database, row, name)
    if (!field) throw invalidMember(member, `"${row.name}" has no field called "${name}".`)
    if (member === 'partition_field') refuseUnfitPartitionField(name, field)
    else refuseUnfitIncrementalField(name, field)
  }
  await requireFittingIdentifier(database, row, change)
}

/** Refuses to call numbers times: what a row was modified at is a Date or a Timestamp. */
async function requireFittingIdentifier(
  database: Queryable,
  row: ContainerRow,
  change: Settings,
): Promise<void> {
  const {
    incremental_field_name: name = row.incremental_field_name,
    incremental_identifier_type: identifier = row.incremental_identifier_type,
  } = change
  const isSame = name === row.incremental_field_name && identifier === row.incremental_identifier_type
  // Clients send back what they read.
  if (isSame || name === null || identifier !== 'last-modified') return
  const field = await presentField(database, row, name)
  if (!field || field.type === 'Date' || field.type === 'Timestamp') return
  throw invalidMember(
    'incremental_identifier_type',
    `"${name}" is ${field.type}, and last-modified goes by a Date or a Timestamp; use batch-value, or another incremental_field_name.`,
  )
}

async function presentField(database: Queryable, { id }: ContainerRow, name: string) {
  return (await fieldsInState(database, id, presentStatuses)).find((known) => known.name === name)
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
function refuseUnfitIncrementalField(
  name: string,
  { type, status }: { type: FieldType; status: FieldStatus },
) {
  if (!isCuttable(type)) {
    throw invalidMember(
      'incremental_field_name',
      `"${name}" is ${type}; an incremental scan goes by a field of type ${cuttableTypes.join(', ')}, whose values grow with new rows.`,
    )
  }
  if (status === 'masked') {
    throw invalidMember(
      'incremental_field_name',
      `"${name}" is masked, and where the next scan begins would show a value of it; unmask it or choose another field.`,
    )
  }
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
