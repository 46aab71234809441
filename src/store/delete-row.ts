import { sql } from 'kysely'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'

/** Deletes the row of this id and what goes with it; false when there is none any more, as after somebody else who did the same. */
export async function deleteRow(transaction: Queryable, table: keyof Database, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id = ${id}`.execute(
    transaction,
  )
  return numAffectedRows > 0n
}
