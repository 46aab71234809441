import type { Queryable } from './pool.ts'

/** The names of the fields of a container, whatever their status. */
export async function fieldNames(database: Queryable, containerId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('fields')
    .select('name')
    .where('container_id', '=', containerId)
    .execute()
  return rows.map(({ name }) => name)
}

/** Masks those of the named fields that are shown; their names. */
export async function maskFields(
  transaction: Queryable,
  containerId: number,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await transaction
    .updateTable('fields')
    .set({ status: 'masked' })
    .where('container_id', '=', containerId)
    .where('name', 'in', [...names])
    .where('status', '=', 'active')
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
