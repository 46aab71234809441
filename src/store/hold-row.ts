import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

/** Keeps others from changing the row until the transaction ends; those that refer to it by its key go on. */
export async function holdRow(
  transaction: Queryable,
  table: 'containers' | 'datastores',
  id: number,
): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(transaction)
}
