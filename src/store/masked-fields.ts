import { sql } from 'kysely'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** Names, former ones too, of the masked fields of these containers, by container id; those that are missing or excluded count. */
export async function maskedFields(
  database: Queryable,
  containerIds: readonly number[],
): Promise<(containerId: number) => ReadonlySet<string>> {
  if (containerIds.length === 0) return () => new Set()
  const rows = await database
    .selectFrom('fields')
    .select(['name', 'former_names', 'container_id'])
    .where('container_id', 'in', containerIds)
    .where('is_masked', '=', true)
    .orderBy('ordinal')
    .modifyFront(prepared)
    .execute()
  const byContainer = Map.groupBy(rows, (row) => row.container_id)
  return (containerId) =>
    new Set(byContainer.get(containerId)?.flatMap(({ name, former_names }) => [name, ...former_names]))
}

/** True when some field of the datastore is masked. */
export async function datastoreMasks(database: Queryable, datastoreId: number): Promise<boolean> {
  return (await maskedInDatastore(database, datastoreId)).length > 0
}

/** The containers of a datastore that have masked fields, with the names of those. */
export async function maskedInDatastore(
  database: Queryable,
  datastoreId: number,
): Promise<{ id: number; name: string; masked: string[] }[]> {
  const { rows } = await sql<{ id: number; name: string; masked: string[] }>`
    select containers.id, containers.name, array_agg(fields.name) as masked
    from fields join containers on containers.id = fields.container_id
    where containers.datastore_id = ${datastoreId} and fields.is_masked
    group by containers.id`.execute(database)
  return rows
}

/**
 * The same by every name under which rows were written about a container: former ones of computed containers, and those of containers
 * that are gone, which may be names of others by now. The masked fields come with their former names.
 */
export async function maskedByWrittenName(
  database: Queryable,
  datastoreId: number,
): Promise<{ id: number; name: string; masked: string[] }[]> {
  const { rows } = await sql<{ id: number; name: string; masked: string[] }>`
    select containers.id, called.name, array_agg(shown.name) as masked
    from containers cross join lateral unnest(containers.former_names || containers.name) as called (name)
    join fields on fields.container_id = containers.id and fields.is_masked
    cross join lateral unnest(fields.former_names || fields.name) as shown (name)
    where containers.datastore_id = ${datastoreId} group by containers.id, called.name
    union all
    select container_id, container_name, names from gone_masked_fields where datastore_id = ${datastoreId}`.execute(
    database,
  )
  return rows
}
