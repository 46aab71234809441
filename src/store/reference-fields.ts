import { sql } from 'kysely'
import type { FieldType } from '../model/field.ts'
import type { Queryable } from './pool.ts'

/** A field of a container whose values are all different and always there, by the newest profile of it. */
export interface KeyFieldRow {
  container_id: number
  datastore_id: number
  container: string
  field: string
  type: FieldType
  distinct: number
}

/** Containers that are looked at, and key fields that are told of them: in a large datastore those whose names speak for them. */
const most = 500

/**
 * Such fields of the other containers of a container's datastore, as far as they were profiled. Those come first whose container
 * has one of the names, then those with a field of such a name, the rarest first.
 */
export async function keyFieldsBeside(
  database: Queryable,
  containerId: number,
  names: { containers: readonly string[]; fields: readonly string[] },
): Promise<KeyFieldRow[]> {
  const { rows } = await sql<KeyFieldRow>`
    with beside as (
      select containers.id, containers.datastore_id, containers.name,
             regexp_replace(lower(containers.name), '[.][a-z]+$', '') = any(${names.containers}::text[]) as is_named
      from containers
      join containers as own on own.id = ${containerId} and own.datastore_id = containers.datastore_id and own.id <> containers.id
    ), shared as (
      select container_id, min(commonness) as commonness from (
        select fields.container_id, count(*) over (partition by lower(fields.name)) as commonness
        from fields join beside on beside.id = fields.container_id
        where lower(fields.name) = any(${names.fields}::text[])) as alike
      group by container_id
    ), nearest as materialized (
      select beside.*, row_number() over (order by is_named desc, commonness nulls last, beside.id) as rank
      from beside left join shared on shared.container_id = beside.id
      order by rank limit ${most}
    )
    select nearest.id as container_id, nearest.datastore_id, nearest.name as container, fields.name as field,
           fields.type, (metrics ->> 'approximate_distinct_values')::float8 as distinct
    from nearest
    cross join lateral (
      select id from container_profiles
      where container_id = nearest.id and parent_profile_id is null and finished is not null
      order by id desc limit 1) as newest
    join field_profiles on field_profiles.container_profile_id = newest.id
    join fields on fields.id = field_profiles.field_id and fields.status in ('active', 'masked')
    where fields.type in ('Integral', 'String') and (metrics ->> 'completeness')::float8 = 1
      and (metrics ->> 'unique_distinct_ratio')::float8 >= 0.999
    order by nearest.rank, fields.ordinal limit ${most}`.execute(database)
  return rows
}
