import type { Queryable } from './pool.ts'

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

/** True when some field of the datastore is masked. */
export async function datastoreMasks(database: Queryable, datastoreId: number): Promise<boolean> {
  return (await maskedInDatastore(database, datastoreId)).length > 0
}

/** The containers of a datastore that have masked fields, with the names of those. */
export async function maskedInDatastore(
  database: Queryable,
  datastoreId: number,
): Promise<{ id: number; name: string; masked: string[] }[]> {
  const rows = await database
    .selectFrom('fields')
    .innerJoin('containers', 'containers.id', 'fields.container_id')
    .select(['containers.id', 'containers.name', 'fields.name as field'])
    .where('containers.datastore_id', '=', datastoreId)
    .where('fields.status', '=', 'masked')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(([first, ...more]) => ({
    id: first?.id ?? 0,
    name: first?.name ?? '',
    masked: [first, ...more].flatMap((row) => (row ? [row.field] : [])),
  }))
}
