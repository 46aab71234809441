import { sql, Transaction } from 'kysely'
import type { OpenTransaction, Queryable } from './pool.ts'

/** The transaction that a query would run in; null where none is open. */
export function openTransaction(database: Queryable): OpenTransaction | null {
  return database instanceof Transaction ? database : null
}

/** Marks a point to which the transaction can be rolled back. */
export async function setSavepoint(transaction: OpenTransaction): Promise<void> {
  await sql`savepoint attempt`.execute(transaction)
}

/** Keeps what was done since the last point. */
export async function releaseSavepoint(transaction: OpenTransaction): Promise<void> {
  await sql`release savepoint attempt`.execute(transaction)
}

/** Undoes what was done since the last point; fails when the connection is what failed. */
export async function returnToSavepoint(transaction: OpenTransaction): Promise<void> {
  await sql`rollback to savepoint attempt`.execute(transaction)
}
