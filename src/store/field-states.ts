import { sql } from 'kysely'
import type { FieldStatus } from '../model/field.ts'
import { namesColumn } from '../sql/names-column.ts'
import type { Queryable } from './pool.ts'

/** A field as the verbs that leave it out or bring it back know it. */
export interface StatedField {
  id: number
  container_id: number
  datastore_id: number
  name: string
  status: FieldStatus
  is_masked: boolean
  /** The computed field that it is; null: it is none. */
  computed_field_id: number | null
}

/** The fields with these ids, locked until the transaction ends; those that are gone are left out. */
export async function lockFields(transaction: Queryable, ids: readonly number[]): Promise<StatedField[]> {
  const { rows } = await sql<StatedField>`
    select fields.id, fields.container_id, containers.datastore_id, fields.name, fields.status, fields.is_masked,
      (select computed_fields.id from computed_fields
       where computed_fields.container_id = fields.container_id and computed_fields.name = fields.name) as computed_field_id
    from fields join containers on containers.id = fields.container_id
    where fields.id = any(${ids}::bigint[]) order by fields.id for no key update of fields`.execute(
    transaction,
  )
  return rows
}

/** Leaves a field out; what it was is kept. */
export async function excludeField(transaction: Queryable, id: number): Promise<void> {
  await sql`update fields set former_status = status, status = 'excluded' where id = ${id}`.execute(
    transaction,
  )
}

/** Brings a field back that was left out, as what it was. */
export async function includeField(transaction: Queryable, id: number): Promise<void> {
  await sql`update fields set status = coalesce(former_status, 'active'), former_status = null
    where id = ${id}`.execute(transaction)
}

/** Takes a field away for good, with its profiles, scores and tags. */
export async function deleteField(transaction: Queryable, id: number): Promise<void> {
  await transaction.deleteFrom('fields').where('id', '=', id).execute()
}

/** The computed fields of a container that read this field of it, or name it in their expressions, by their names. */
export async function computedFrom(
  database: Queryable,
  containerId: number,
  name: string,
): Promise<string[]> {
  const rows = await database
    .selectFrom('computed_fields')
    .select(['name', 'source_fields', 'properties'])
    .where('container_id', '=', containerId)
    .orderBy('name')
    .execute()
  return rows.flatMap(({ name: computed, source_fields, properties }) =>
    source_fields.includes(name) || namesColumn(properties.column_expression ?? '', name) ? computed : [],
  )
}

/** What of a container says which rows are which: the fields of its key, of its parts, of its groups and of what is new. */
export async function identifiersOf(database: Queryable, containerId: number) {
  return database
    .selectFrom('containers')
    .select(['incremental_field_name', 'partition_field', 'group_by_fields'])
    .select(['key_fields', 'source_key_fields'])
    .where('id', '=', containerId)
    .executeTakeFirstOrThrow()
}

/** Two fields of a container that become one. */
interface Merged {
  container_id: number
  source: Pick<StatedField, 'id' | 'name'>
  target: Pick<StatedField, 'id' | 'name'>
  status: 'active' | 'masked'
}

/**
 * Makes one field of two: the source keeps its id and all that hangs on it, and takes the name and type of the target, whose profiles
 * and tags it also takes. Of a profile that has figures of both, those of the target stay.
 */
export async function joinFields(
  transaction: Queryable,
  { container_id, source, target, status }: Merged,
): Promise<void> {
  await sql`delete from field_profiles where field_id = ${source.id} and container_profile_id in
    (select container_profile_id from field_profiles where field_id = ${target.id})`.execute(transaction)
  await sql`update field_profiles set field_id = ${source.id} where field_id = ${target.id}`.execute(
    transaction,
  )
  await sql`insert into tag_links (tag_id, field_id) select tag_id, ${source.id}::bigint from tag_links
    where field_id = ${target.id} on conflict do nothing`.execute(transaction)
  const taken = await transaction
    .deleteFrom('fields')
    .where('id', '=', target.id)
    .returning(['type', 'native_type', 'nullable', 'ordinal', 'description', 'additional_metadata'])
    .returning('former_names')
    .executeTakeFirstOrThrow()
  await sql`update fields set name = ${target.name}, status = ${status}, former_status = null, type = ${taken.type},
      native_type = ${taken.native_type}, nullable = ${taken.nullable}, ordinal = ${taken.ordinal},
      former_names = former_names || ${source.name}::text || ${taken.former_names}::text[],
      description = coalesce(description, ${taken.description}),
      additional_metadata = coalesce(additional_metadata, ${taken.additional_metadata && JSON.stringify(taken.additional_metadata)}::jsonb)
    where id = ${source.id}`.execute(transaction)
  await renameInSettings(transaction, container_id, source.name, target.name)
}

/** Writes another name of a field wherever settings of its container, and its computed fields, name it. */
async function renameInSettings(
  transaction: Queryable,
  containerId: number,
  from: string,
  to: string,
): Promise<void> {
  await sql`update containers set
      incremental_field_name = case when incremental_field_name = ${from} then ${to} else incremental_field_name end,
      partition_field = case when partition_field = ${from} then ${to} else partition_field end,
      key_fields = array_replace(key_fields, ${from}, ${to}),
      incremental_checkpoint = case when incremental_checkpoint ->> 'field' = ${from}
        then jsonb_set(incremental_checkpoint, '{field}', to_jsonb(${to}::text)) else incremental_checkpoint end,
      group_by_fields = coalesce((select jsonb_agg((select jsonb_agg(case when name = ${from} then ${to} else name end order by place)
                                                    from jsonb_array_elements_text(grouping) with ordinality as names (name, place)) order by rank)
                                  from jsonb_array_elements(group_by_fields) with ordinality as groupings (grouping, rank)), '[]')
    where id = ${containerId}`.execute(transaction)
  await sql`update computed_fields set source_fields = array_replace(source_fields, ${from}, ${to})
    where container_id = ${containerId}`.execute(transaction)
}
