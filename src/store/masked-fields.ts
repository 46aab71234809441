import type { Queryable } from './pool.ts'

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
  const rows = await database
    .selectFrom('fields')
    .innerJoin('containers', 'containers.id', 'fields.container_id')
    .select(['containers.id', 'containers.name', 'fields.name as field'])
    .where('containers.datastore_id', '=', datastoreId)
    .where('fields.is_masked', '=', true)
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(([first, ...more]) => ({
    id: first?.id ?? 0,
    name: first?.name ?? '',
    masked: [first, ...more].flatMap((row) => (row ? [row.field] : [])),
  }))
}

/** The same of its containers that are gone, with the former names of those fields too; a name may be that of another one by now. */
export async function maskedInGone(
  database: Queryable,
  datastoreId: number,
): Promise<{ id: number; name: string; masked: string[] }[]> {
  return database
    .selectFrom('gone_masked_fields')
    .select(['container_id as id', 'container_name as name', 'names as masked'])
    .where('datastore_id', '=', datastoreId)
    .execute()
}
