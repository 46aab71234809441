import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** Ids that a fixed statement is about, its first value. */
export const givenIds = sql`$1::bigint[]`

/**
 * A statement as `prepared` demands it, whose values stand in its text as `$1`, `$2` and so on, each as often as it is needed. The text is
 * put together once, and not for each request.
 */
export function fixedStatement<Row>(
  statement: RawBuilder<Row>,
): (database: Queryable, values: readonly unknown[]) => Promise<Row[]> {
  let text: string | null = null
  return async (database, values) => {
    text ??= sql`${prepared}${statement}`.compile(database).sql
    const { rows } = await database.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
