import type { Queryable } from './pool.ts'

/** Names of the masked fields of all containers of a datastore. */
export async function maskedInDatastore(database: Queryable, datastoreId: number): Promise<Set<string>> {
  const rows = await database
    .selectFrom('fields')
    .innerJoin('containers', 'containers.id', 'fields.container_id')
    .select('fields.name')
    .where('containers.datastore_id', '=', datastoreId)
    .where('fields.status', '=', 'masked')
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Names of the masked fields of these containers, by container id. */
export async function maskedFields(
  database: Queryable,
  containerIds: readonly number[],
): Promise<(containerId: number) => ReadonlySet<string>> {
  if (containerIds.length === 0) return () => new Set()
  const rows = await database
    .selectFrom('fields')
    .select(['name', 'container_id'])
    .where('container_id', 'in', containerIds)
    .where('status', '=', 'masked')
    .execute()
  const names = Map.groupBy(rows, (row) => row.container_id)
  return (containerId) => new Set(names.get(containerId)?.map(({ name }) => name))
}
