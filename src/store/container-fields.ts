import { sql } from 'kysely'
import type { FieldStatus } from '../model/field.ts'
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

/** Masks those of the named fields that are shown; their names. A missing or excluded one stays so, and comes back masked. */
export async function maskFields(
  transaction: Queryable,
  containerId: number,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await transaction
    .updateTable('fields')
    .set({
      status: sql<FieldStatus>`case when status = 'active' then 'masked' else status end`,
      former_status: sql<'masked' | null>`case when status = 'active' then null else 'masked' end`,
    })
    .where('container_id', '=', containerId)
    .where('name', 'in', [...names])
    .where('is_masked', '=', false)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
