import type { Queryable } from './pool.ts'

/** Names of the container's fields whose values are hidden. */
export async function maskedFieldNames(database: Queryable, containerId: number): Promise<Set<string>> {
  const rows = await database
    .selectFrom('fields')
    .select('name')
    .where('container_id', '=', containerId)
    .where('status', '=', 'masked')
    .execute()
  return new Set(rows.map((row) => row.name))
}
