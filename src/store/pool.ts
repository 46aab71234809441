import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import type { Database } from './schema.ts'

/** Our own state. `database` for queries; `pool` for LISTEN, advisory locks and COPY, which need a connection of their own. */
export interface Store {
  database: Kysely<Database>
  pool: Pool
  /** For statements that go on as long as somebody takes their rows; few, and apart, so that the others find connections. */
  streams: Pool
  close(): Promise<void>
}

/** Where a query may run: the database, or a transaction on it. */
export type Queryable = Kysely<Database> | Transaction<Database>

const { builtins } = types
const parsers: Record<number, (text: string) => unknown> = {
  // Keys and counts stay below 2^53, so a number is exact and goes to the wire as it is.
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: isoMilliseconds,
  // source_records.record: text, because parsing would lose digits.
  [builtins.JSON]: (text) => text,
}

const streamConnections = 3

/** Opens a pool on a PostgreSQL 14 or newer; `maximum` connections (default 10). Nothing is connected before the first query. */
export function openStore(databaseUrl: string, maximum = 10): Store {
  const pool = openPool(databaseUrl, maximum)
  const streams = openPool(databaseUrl, streamConnections)
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    database,
    pool,
    streams,
    async close() {
      await streams.end()
      // Kysely ends the pool only when it has used it.
      await database.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}

function openPool(connectionString: string, maximum: number): Pool {
  const pool = new Pool({
    connectionString,
    max: maximum,
    application_name: 'assay-service',
    // What lists read is mostly in memory, where a page costs the same in any order; the default is that of a spinning disk.
    options: '-c timezone=UTC -c random_page_cost=1.1',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? types.getTypeParser(oid, format),
    },
  })
  // An idle connection that the server closes is replaced on next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}

/** `2026-01-31 12:00:00.123456+00` becomes `2026-01-31T12:00:00.123Z`. */
function isoMilliseconds(text: string): string {
  return new Date(`${text.replace(' ', 'T').replace(/\+00$/, 'Z')}`).toISOString()
}
