import { sql } from 'kysely'
import type { ComputedField, ComputedFieldRecord } from '../model/computed-field.ts'
import type { DiscoveredField } from '../model/field.ts'
import { lockFindings } from './identities.ts'
import type { Queryable } from './pool.ts'

const shown = (database: Queryable) =>
  database
    .selectFrom('computed_fields')
    .innerJoin('containers', 'containers.id', 'computed_fields.container_id')
    .select(['computed_fields.id', 'computed_fields.name', 'computed_fields.container_id'])
    .select(['transformation', 'source_fields', 'properties', 'computed_fields.additional_metadata'])
    .select(['last_editor', 'containers.datastore_id'])

/** A computed field as it is stored, with the datastore of its container. */
export type ComputedFieldRow = NonNullable<Awaited<ReturnType<typeof findComputedField>>>

/** Undefined when there is no such field. */
export async function findComputedField(database: Queryable, id: number) {
  return shown(database).where('computed_fields.id', '=', id).executeTakeFirst()
}

/** The computed fields of containers, by container id, in the order in which they were made. */
export async function computedFieldRecords(
  database: Queryable,
  containerIds: readonly number[],
): Promise<Map<number, ComputedFieldRecord[]>> {
  if (containerIds.length === 0) return new Map()
  const rows = await shown(database)
    .where('container_id', 'in', [...containerIds])
    .orderBy('computed_fields.id')
    .execute()
  return Map.groupBy(
    rows.map(({ datastore_id: _own, ...row }) => row),
    ({ container_id }) => container_id,
  )
}

/** The same as the engine knows them. */
export async function computedFieldsOf(
  database: Queryable,
  containerIds: readonly number[],
): Promise<Map<number, ComputedField[]>> {
  const records = await computedFieldRecords(database, containerIds)
  return new Map(
    [...records].map(([id, fields]) => [
      id,
      fields.map(({ name, transformation, source_fields, properties }) => ({
        name,
        transformation,
        source_fields,
        properties,
      })),
    ]),
  )
}

/** The computed fields of all containers of a datastore. */
export async function computedFieldsIn(
  database: Queryable,
  datastoreId: number,
): Promise<(ComputedField & { container_id: number })[]> {
  return shown(database).where('containers.datastore_id', '=', datastoreId).execute()
}

/** What is kept of a computed field. */
export interface StoredComputedField extends ComputedField {
  additional_metadata: Record<string, unknown> | null
  last_editor: string
}

function columnsOf({
  source_fields,
  properties,
  additional_metadata: metadata,
  ...rest
}: StoredComputedField) {
  return {
    ...rest,
    source_fields: [...source_fields],
    properties: JSON.stringify(properties),
    additional_metadata: metadata && JSON.stringify(metadata),
  }
}

/** Makes it, with the field that it is in its container: one behind all others, or a masked one of its name that is missing; its id. */
export async function insertComputedField(
  transaction: Queryable,
  container_id: number,
  stored: StoredComputedField,
  { name, type, native_type, nullable }: DiscoveredField,
): Promise<number> {
  await lockFindings(transaction, container_id)
  const { id } = await transaction
    .insertInto('computed_fields')
    .values({ container_id, ...columnsOf(stored) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numUpdatedRows: broughtBack } = await transaction
    .updateTable('fields')
    .set({ type, native_type, nullable, status: 'masked', former_status: null })
    .where('container_id', '=', container_id)
    .where('name', '=', name)
    .where('status', '=', 'missing')
    .where('is_masked', '=', true)
    .executeTakeFirst()
  if (broughtBack > 0n) return id
  await transaction
    .insertInto('fields')
    .values({
      container_id,
      name,
      type,
      native_type,
      nullable,
      ordinal: sql<number>`(select coalesce(max(ordinal), -1) + 1 from fields where container_id = ${container_id})`,
    })
    .execute()
  return id
}

/**
 * Changes it and its field, which keeps its id and its status, but is no longer missing, and its former names: what was kept under them
 * is hidden as it is itself. Without `found` (null) the field is as the store told it before.
 */
export async function updateComputedField(
  transaction: Queryable,
  { id, container_id, name: former }: Pick<ComputedFieldRow, 'id' | 'container_id' | 'name'>,
  stored: StoredComputedField,
  found: DiscoveredField | null,
): Promise<void> {
  await lockFindings(transaction, container_id)
  await transaction.updateTable('computed_fields').set(columnsOf(stored)).where('id', '=', id).execute()
  const told = found && { type: found.type, native_type: found.native_type }
  await transaction
    .updateTable('fields')
    .set({
      name: stored.name,
      ...(stored.name !== former && {
        former_names: sql`former_names || ${former}::text`,
      }),
      ...told,
      ...(told && {
        status: sql`case when status = 'missing' then coalesce(former_status, 'active') else status end`,
        former_status: sql`case when status = 'missing' then null else former_status end`,
      }),
    })
    .where('container_id', '=', container_id)
    .where('name', '=', former)
    .execute()
}

/** Takes it away with its field; a masked one stays as missing, because what was kept of it is hidden as long as it is known. */
export async function deleteComputedField(
  transaction: Queryable,
  { id, container_id, name }: Pick<ComputedFieldRow, 'id' | 'container_id' | 'name'>,
): Promise<void> {
  await lockFindings(transaction, container_id)
  await transaction.deleteFrom('computed_fields').where('id', '=', id).execute()
  await transaction
    .updateTable('fields')
    .set({ status: 'missing', former_status: 'masked' })
    .where('container_id', '=', container_id)
    .where('name', '=', name)
    .where('is_masked', '=', true)
    .execute()
  await transaction
    .deleteFrom('fields')
    .where('container_id', '=', container_id)
    .where('name', '=', name)
    .where('is_masked', '=', false)
    .execute()
}

/** Ids of the checks, archived ones too, that name a field of the container. */
export async function checksNaming(
  database: Queryable,
  containerId: number,
  name: string,
): Promise<number[]> {
  const rows = await database
    .selectFrom('quality_checks')
    .select('id')
    .where('container_id', '=', containerId)
    .where(sql<boolean>`${name} = any(fields)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
