import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../access/context.ts'
import { cuttableTypes, isCuttable } from '../../engine/partition-range.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Container, ContainerChange } from '../../model/container-record.ts'
import type { FileOptions } from '../../model/container.ts'
import type { FieldStatus, FieldType } from '../../model/field.ts'
import type { ContainerRow } from '../../store/containers.ts'
import type { Queryable } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { shownKey } from './present.ts'
import { readContainer, requireContainer } from './read.ts'

/** Editor. Absent members stay; changed file options take effect at the next sync. */
export async function updateContainer(
  context: Context,
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
  await context.store.database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('containers')
      .set(changedColumns(row, change))
      .where('id', '=', id)
      .execute()
    if (change.tags) await replaceTags(transaction, 'container_id', id, change.tags)
  })
  return readContainer(context, id)
}

function changedColumns(row: ContainerRow, change: ContainerChange) {
  const { description, additional_metadata, incremental_identifier_type } = change
  const { incremental_field_name, partition_field } = change
  return {
    file_options: JSON.stringify(mergeFileOptions(row.file_options, change)),
    ...(description !== undefined && { description }),
    ...(additional_metadata !== undefined && {
      additional_metadata: additional_metadata === null ? null : JSON.stringify(additional_metadata),
    }),
    ...(incremental_field_name !== undefined && { incremental_field_name }),
    ...(incremental_identifier_type !== undefined && { incremental_identifier_type }),
    ...(partition_field !== undefined && { partition_field }),
    ...(change.key_fields !== undefined &&
      !isShownKey(row, change.key_fields) && { key_fields: change.key_fields }),
  }
}

/** Clients send back what they read: the key of the source does not become one that people set. */
function isShownKey(row: ContainerRow, given: readonly string[] | null): boolean {
  return given !== null && isDeepStrictEqual(given, shownKey(row).key_fields)
}

function mergeFileOptions(stored: FileOptions, change: ContainerChange): FileOptions {
  const { has_header, escape_character, treat_empty_as_null, infer_datatypes } = change
  const merged = {
    ...stored,
    ...given({ has_header, escape_character, treat_empty_as_null, infer_datatypes }),
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

function given(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
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
    const field = await database
      .selectFrom('fields')
      .select(['type', 'status'])
      .where('container_id', '=', row.id)
      .where('name', '=', name)
      .where('status', '<>', 'missing')
      .executeTakeFirst()
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
  const fields = await database
    .selectFrom('fields')
    .select('name')
    .where('container_id', '=', row.id)
    .where('status', 'in', ['active', 'masked'])
    .execute()
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
