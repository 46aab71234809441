import { sql } from 'kysely'
import type { ComputedField } from '../model/computed-field.ts'
import type { Computation, ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Clock } from './clock.ts'
import { computationsOf } from './computations.ts'
import type { Queryable } from './pool.ts'

/** A container with all that a check of it is judged by. */
export interface CheckedContainer extends ContainerReference {
  id: number
  datastore_id: number
  datastore_name: string
  /** Those that checks can name, in their order. */
  fields: DiscoveredField[]
  computed_fields: ComputedField[]
  computation: Computation | null
  /** Those that people left out. */
  excluded_fields: string[]
  masked_fields: ReadonlySet<string>
  /** The time at which it was read. */
  now: string
}

type Row = Omit<CheckedContainer, 'computation' | 'masked_fields'> & {
  is_computed: boolean
  masked: string[]
}

/** Undefined when there is no such container. One statement: every check that is saved begins with it. */
export async function findCheckedContainer(
  database: Queryable,
  clock: Clock,
  id: number,
): Promise<CheckedContainer | undefined> {
  const { rows } = await sql<Row>`
    select containers.id, containers.datastore_id, containers.name, containers.container_type, containers.file_options,
      datastores.name as datastore_name, containers.computation is not null as is_computed, ${clock.inStatement()} as now,
      coalesce((select jsonb_agg(jsonb_build_object('name', fields.name, 'type', fields.type, 'native_type', fields.native_type,
                                                    'nullable', fields.nullable) order by fields.ordinal)
                from fields where fields.container_id = containers.id and fields.status in ('active', 'masked')), '[]') as fields,
      array(select fields.name from fields where fields.container_id = containers.id and fields.is_masked) as masked,
      array(select fields.name from fields where fields.container_id = containers.id and fields.status = 'excluded') as excluded_fields,
      coalesce((select jsonb_agg(jsonb_build_object('name', computed_fields.name, 'transformation', transformation,
                                                    'source_fields', source_fields, 'properties', properties) order by computed_fields.id)
                from computed_fields where computed_fields.container_id = containers.id), '[]') as computed_fields
    from containers join datastores on datastores.id = containers.datastore_id
    where containers.id = ${id}`.execute(database)
  const [row] = rows
  if (row === undefined) return undefined
  const { is_computed, masked, ...container } = row
  const computation = is_computed ? ((await computationsOf(database, [id])).get(id) ?? null) : null
  return { ...container, computation, masked_fields: new Set(masked) }
}
