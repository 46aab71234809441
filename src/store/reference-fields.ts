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

const mostFields = 500

/** Such fields of the other containers of a container's datastore, as far as they were profiled. */
export async function keyFieldsBeside(database: Queryable, containerId: number): Promise<KeyFieldRow[]> {
  const { rows } = await sql<KeyFieldRow>`
    select containers.id as container_id, containers.datastore_id, containers.name as container, fields.name as field,
           fields.type, (metrics ->> 'approximate_distinct_values')::float8 as distinct
    from containers
    join containers as own on own.id = ${containerId} and own.datastore_id = containers.datastore_id and own.id <> containers.id
    cross join lateral (
      select id, records_processed from container_profiles
      where container_id = containers.id and parent_profile_id is null and finished is not null
      order by id desc limit 1) as newest
    join field_profiles on field_profiles.container_profile_id = newest.id
    join fields on fields.id = field_profiles.field_id and fields.status in ('active', 'masked')
    where fields.type in ('Integral', 'String') and (metrics ->> 'completeness')::float8 = 1
      and (metrics ->> 'unique_distinct_ratio')::float8 >= 0.999
    order by containers.id, fields.ordinal limit ${mostFields}`.execute(database)
  return rows
}
