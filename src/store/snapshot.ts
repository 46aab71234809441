import { sql } from 'kysely'

/**
 * Which transactions a statement sees: the same text at two moments means that nothing was committed between them, in any
 * process, and so that every other statement sees the same rows. Part of a statement that is sent anyway.
 */
export const snapshotText = sql<string>`pg_current_snapshot()::text`
