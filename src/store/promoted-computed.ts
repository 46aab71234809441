import { sql } from 'kysely'
import type { ComputedType } from '../model/container.ts'
import type { FieldStatus } from '../model/field.ts'
import type { TransformationName, TransformationProperties } from '../model/computed-field.ts'
import type { Queryable } from './pool.ts'
import type { PromotedPair } from './promoted-pairs.ts'

/** The computed fields of a container that a promotion is to take; null selects all, and an empty list none. */
interface FieldSelection {
  container_id: number
  destination_container_id: number
  computed_field_ids: readonly number[] | null
  computed_field_tags: readonly string[] | null
}

/** Writes the selected computed fields as the entities of a run, those first that were promoted there before; their number. */
export async function planComputedFields(
  transaction: Queryable,
  operationId: number,
  {
    container_id,
    destination_container_id,
    computed_field_ids: ids,
    computed_field_tags: tags,
  }: FieldSelection,
): Promise<number> {
  const { rows } = await sql`
    insert into promoted_entities (operation_id, line, entity_type, source_entity_id)
    select ${operationId}, row_number() over (order by earlier.destination_field_id is null, computed_fields.id), 'computed_field',
      computed_fields.id
    from computed_fields
    left join promoted_computed_fields as earlier
      on earlier.source_field_id = computed_fields.id and earlier.destination_container_id = ${destination_container_id}
    where computed_fields.container_id = ${container_id}
      and (${ids === null} or computed_fields.id = any(${ids ?? []}::bigint[]))
      and (${tags === null} or exists (
        select from tag_links join global_tags on global_tags.id = tag_links.tag_id
        join fields on fields.id = tag_links.field_id
        where fields.container_id = computed_fields.container_id and fields.name = computed_fields.name
          and global_tags.name = any(${tags ?? []}::text[])))
    on conflict (operation_id, line) do nothing
    returning id`.execute(transaction)
  return rows.length
}

/** The computed containers of a datastore that a promotion is to take; null selects all, and an empty list none. */
interface ContainerSelection {
  datastore_id: number
  destination_datastore_id: number
  container_ids: readonly number[] | null
  container_tags: readonly string[] | null
}

/** The same of computed containers of one type. */
export async function planComputedContainers(
  transaction: Queryable,
  operationId: number,
  type: ComputedType,
  { datastore_id, destination_datastore_id, container_ids: ids, container_tags: tags }: ContainerSelection,
): Promise<number> {
  const { rows } = await sql`
    insert into promoted_entities (operation_id, line, entity_type, source_entity_id)
    select ${operationId}, row_number() over (order by earlier.destination_container_id is null, containers.id), ${type}, containers.id
    from containers
    left join promoted_containers as earlier
      on earlier.source_container_id = containers.id and earlier.destination_datastore_id = ${destination_datastore_id}
    where containers.datastore_id = ${datastore_id} and containers.container_type = ${type}
      and (${ids === null} or containers.id = any(${ids ?? []}::bigint[]))
      and (${tags === null} or exists (
        select from tag_links join global_tags on global_tags.id = tag_links.tag_id
        where tag_links.container_id = containers.id and global_tags.name = any(${tags ?? []}::text[])))
    on conflict (operation_id, line) do nothing
    returning id`.execute(transaction)
  return rows.length
}

/** The ids among the given that are no computed fields of the container. */
export async function computedFieldsElsewhere(
  database: Queryable,
  containerId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as wanted (id)
    where not exists (select from computed_fields where computed_fields.id = wanted.id and container_id = ${containerId})
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}

/** The ids among the given that are no computed containers of this type in the datastore. */
export async function computedContainersElsewhere(
  database: Queryable,
  datastoreId: number,
  type: ComputedType,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as wanted (id)
    where not exists (select from containers where containers.id = wanted.id
                      and datastore_id = ${datastoreId} and container_type = ${type})
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}

/** The pairs of computed containers of two datastores. */
export async function promotedContainers(
  database: Queryable,
  {
    datastore_id,
    destination_datastore_id,
  }: Pick<ContainerSelection, 'datastore_id' | 'destination_datastore_id'>,
): Promise<PromotedPair[]> {
  return database
    .selectFrom('promoted_containers')
    .innerJoin('containers', 'containers.id', 'source_container_id')
    .select(['source_container_id as source_id', 'destination_container_id as destination_id'])
    .where('destination_datastore_id', '=', destination_datastore_id)
    .where('containers.datastore_id', '=', datastore_id)
    .execute()
}

/** The pairs of computed fields of two containers. */
export async function promotedFields(
  database: Queryable,
  {
    container_id,
    destination_container_id,
  }: Pick<FieldSelection, 'container_id' | 'destination_container_id'>,
): Promise<PromotedPair[]> {
  return database
    .selectFrom('promoted_computed_fields')
    .innerJoin('computed_fields', 'computed_fields.id', 'source_field_id')
    .select(['source_field_id as source_id', 'destination_field_id as destination_id'])
    .where('destination_container_id', '=', destination_container_id)
    .where('computed_fields.container_id', '=', container_id)
    .execute()
}

/** A computed field with the field that it is in its container. */
export interface CarriedField {
  id: number
  container_id: number
  name: string
  transformation: TransformationName
  source_fields: string[]
  properties: TransformationProperties
  additional_metadata: Record<string, unknown> | null
  field_id: number
  description: string | null
  status: FieldStatus
  /** Ids of the checks, archived ones too, that name it. */
  checks: number[]
}

/** The computed fields of a container, in the order in which they were made. */
export async function carriedFields(database: Queryable, containerId: number): Promise<CarriedField[]> {
  const { rows } = await sql<CarriedField>`
    select computed_fields.id, computed_fields.container_id, computed_fields.name, transformation, source_fields, properties,
      computed_fields.additional_metadata, fields.id as field_id, fields.description, fields.status,
      coalesce((select jsonb_agg(quality_checks.id order by quality_checks.id) from quality_checks
                where quality_checks.container_id = computed_fields.container_id
                  and computed_fields.name = any(quality_checks.fields)), '[]') as checks
    from computed_fields
    join fields on fields.container_id = computed_fields.container_id and fields.name = computed_fields.name
    where computed_fields.container_id = ${containerId} order by computed_fields.id`.execute(database)
  return rows
}

/** The id of the field of this name; undefined when the container has none. */
export async function fieldNamed(
  database: Queryable,
  containerId: number,
  name: string,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('fields')
    .select('id')
    .where('container_id', '=', containerId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id
}

/** Takes settings away that would show values of masked fields: what the container is cut by, and what is counted by groups. */
export async function dropMaskedSettings(transaction: Queryable, containerId: number): Promise<void> {
  await sql`
    update containers
    set partition_field = case when partition_field = any(hidden.names) then null else partition_field end,
      group_by_fields = coalesce((
        select jsonb_agg(grouping_fields order by place)
        from jsonb_array_elements(group_by_fields) with ordinality as groupings (grouping_fields, place)
        where not exists (select from jsonb_array_elements_text(grouping_fields) as one (name) where one.name = any(hidden.names))), '[]')
    from (select coalesce(array_agg(name), '{}') as names from fields
          where container_id = ${containerId} and status = 'masked') as hidden
    where containers.id = ${containerId}`.execute(transaction)
}

/** The ids of the container and of all that it reads, by itself or through other computed ones. */
export async function readBy(database: Queryable, containerId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with recursive needed (id) as (
      select ${containerId}::bigint
      union select container_sources.source_container_id
      from container_sources join needed on needed.id = container_sources.container_id)
    select id from needed`.execute(database)
  return new Set(rows.map(({ id }) => id))
}
