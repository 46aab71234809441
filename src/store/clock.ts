import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from './pool.ts'

/**
 * Where instants of our state come from. Ask it with the transaction in hand: a transaction that waits for a second
 * connection may wait for ever.
 */
export interface Clock {
  now(database: Queryable): Promise<Date>
  /** The same as a part of a statement, which then needs no second one. */
  inStatement(): RawBuilder<string>
}

/**
 * The clock of the state's database: the only one that all processes share. What is written by a statement of SQL takes the
 * same clock there (`clock_timestamp()`); durations are measured with `performance.now()`.
 */
export const stateClock: Clock = {
  async now(database) {
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(database)
    if (!rows[0]) throw new Error('The database did not tell the time.')
    return new Date(rows[0].now)
  },
  inStatement: () => sql<string>`clock_timestamp()`,
}
