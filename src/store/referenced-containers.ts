import { sql } from 'kysely'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import { computedFieldsOf } from './computed-fields.ts'
import { computationsOf } from './computations.ts'
import type { Queryable } from './pool.ts'

/** A container that checks of another refer to. */
interface ReferredContainer {
  container_id: number
  datastore_id: number
  name: string
  fields: DiscoveredField[]
  /** The names of both datastores; null where it is in the same one. */
  datastores: { here: string; there: string } | null
  masked_fields: ReadonlySet<string>
  container: ContainerReference
}

/** Containers by id, as their last sync left them; ids that are unknown are left out. */
export async function referencedContainers(
  database: Queryable,
  datastoreId: number,
  ids: readonly number[],
): Promise<Map<number, ReferredContainer>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<
    ContainerReference & {
      id: number
      datastore_id: number
      here: string
      there: string
      fields: DiscoveredField[]
      masked: string[]
    }
  >`
    select containers.id, containers.datastore_id, containers.name, containers.container_type, containers.file_options,
      theirs.name as there, ours.name as here,
      coalesce((select jsonb_agg(jsonb_build_object('name', fields.name, 'type', fields.type, 'native_type', fields.native_type,
                                                    'nullable', fields.nullable) order by fields.ordinal)
                from fields where fields.container_id = containers.id and fields.status in ('active', 'masked')), '[]') as fields,
      array(select fields.name from fields where fields.container_id = containers.id and fields.is_masked) as masked
    from containers join datastores as theirs on theirs.id = containers.datastore_id
    join datastores as ours on ours.id = ${datastoreId}
    where containers.id = any(${ids}::bigint[])`.execute(database)
  const computations = await computationsOf(database, ids)
  const computed = await computedFieldsOf(database, ids)
  return new Map(
    rows.map(({ id, datastore_id, here, there, fields, masked, ...container }) => [
      id,
      {
        container_id: id,
        datastore_id,
        name: container.name,
        fields,
        datastores: datastore_id === datastoreId ? null : { here, there },
        masked_fields: new Set(masked),
        container: {
          ...container,
          computation: computations.get(id) ?? null,
          computed_fields: computed.get(id) ?? [],
        },
      },
    ]),
  )
}
