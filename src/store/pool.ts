import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, Pool, types, type ClientConfig } from 'pg'
import { ExactNumber } from '../kernel/cell.ts'
import { hold } from '../kernel/held.ts'
import { losesDigits } from '../kernel/quantity.ts'
import { createChangeFeed, type ChangeFeed } from './change-feed.ts'
import { listsAsArrays } from './lists-as-arrays.ts'
import { isoMilliseconds } from './iso-milliseconds.ts'
import { createOperationChanges, type OperationChanges } from './operation-changes.ts'
import { prepareMarked } from './prepared.ts'
import type { Database } from './schema.ts'
import { createSharedReads, type SharedReads } from './shared-reads.ts'
import { breakSilent } from './silent-connections.ts'

/** Our own state. `database` for queries; `pool` for LISTEN, advisory locks and COPY, which need a connection of their own. */
export interface Store {
  database: Kysely<Database>
  pool: Pool
  /** For statements that go on as long as somebody takes their rows; few, and apart, so that the others find connections. */
  streams: Pool
  /** For those who follow runs; nothing is connected before the first does. */
  changes: OperationChanges
  /** For those who follow everything that changes; nothing is connected before the first does. */
  feed: ChangeFeed
  sharedReads: SharedReads
  close(): Promise<void>
}

/** A transaction that is open. */
export type OpenTransaction = Transaction<Database>

/** Where a query may run: the database, or a transaction on it. */
export type Queryable = Kysely<Database> | OpenTransaction

const { builtins } = types
const parsers: Record<number, (text: string) => unknown> = {
  // Keys and counts stay below 2^53, so a number is exact and goes to the wire as it is.
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: isoMilliseconds,
  // Rows of sources: held, so that nobody shows them unasked, and texts, because parsing would lose digits.
  [builtins.JSON]: (text) => hold(text),
  [builtins.JSONB]: parsedExactly,
}

/** Whole numbers beyond 2^53, as in the pairs that people add to a check, keep all their digits. */
function parsedExactly(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_member, value: unknown, context?: { source?: string }) => {
    const source = context?.source ?? ''
    const isLong = typeof value === 'number' && /^-?\d{16,}$/.test(source)
    return isLong && losesDigits(source) ? new ExactNumber(source) : value
  })
}

const streamConnections = 3

/** The time for which a transaction may wait for its process, milliseconds: one that is stopped in the middle delays nobody for longer. */
const silenceMilliseconds = 15_000

/** The time after which a connection on which no answer comes is looked at unless a setting says otherwise, seconds. */
export const usualSilenceSeconds = 30

/**
 * A connection that nobody uses is kept for so long, milliseconds: a new one has to sign in, read the catalog and prepare its statements anew, and runs
 * mostly follow one another.
 */
const idleMilliseconds = 120_000

/** The bounds of a pool. */
interface PoolBounds {
  /** Connections. */
  maximum: number
  /** As in silent-connections.ts. */
  silenceSeconds: number
  /** A new connection is waited for so long. */
  connectSeconds: number
}

/**
 * Opens a pool on a PostgreSQL 14 or newer; by default of ten connections, each of which is waited for ten seconds. Nothing is connected before
 * the first query.
 */
export function openStore(
  databaseUrl: string,
  { maximum = 10, silenceSeconds = usualSilenceSeconds, connectSeconds = 10 }: Partial<PoolBounds> = {},
): Store {
  const bounds = { maximum, silenceSeconds, connectSeconds }
  const pool = openPool(databaseUrl, bounds, [`idle_in_transaction_session_timeout=${silenceMilliseconds}`])
  const streams = openPool(databaseUrl, { ...bounds, maximum: streamConnections }, [])
  const database = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [listsAsArrays],
  })
  const changes = createOperationChanges(pool)
  const feed = createChangeFeed(pool)
  const store: Store = {
    database,
    pool,
    streams,
    changes,
    feed,
    sharedReads: createSharedReads(),
    async close() {
      await store.changes.stop()
      await store.feed.stop()
      await streams.end()
      // Kysely ends the pool only when it has used it.
      await database.destroy()
      if (!pool.ending) await pool.end()
    },
  }
  return store
}

/** Does not wait for ever for a network that drops what it sends. The pool's own limit would also hold for those who wait for a free connection. */
const patientClient = (milliseconds: number): typeof Client =>
  class extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: milliseconds })
    }
  }

function openPool(
  connectionString: string,
  { maximum, silenceSeconds, connectSeconds }: PoolBounds,
  settings: readonly string[],
): Pool {
  const pool = new Pool({
    connectionString,
    Client: patientClient(connectSeconds * 1000),
    max: maximum,
    idleTimeoutMillis: idleMilliseconds,
    // The system looks after a connection on which nothing is said, and finds a dead one ten seconds later.
    keepAlive: true,
    keepAliveInitialDelayMillis: silenceSeconds * 1000,
    application_name: 'assay-service',
    // Lists read mostly from memory, where a page costs the same in any order; the default is for a spinning disk. Compiling a statement
    // takes longer than any of ours runs.
    options: ['timezone=UTC', 'random_page_cost=1.1', 'jit=off', ...leaving(silenceSeconds), ...settings]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? types.getTypeParser(oid, format),
    },
  })
  // An idle connection that the server closes is replaced on next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  // The same for one in use, between two statements of a transaction: the next one fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', prepareMarked)
  breakSilent(pool, silenceSeconds)
  return pool
}

/** The server, too, gives a connection up whose other end is out of reach, and with it the locks of the session; by default after hours. */
function leaving(silenceSeconds: number): string[] {
  const seconds = Math.ceil(silenceSeconds)
  return [
    `tcp_keepalives_idle=${seconds}`,
    `tcp_keepalives_interval=${Math.ceil(seconds / 3)}`,
    `tcp_user_timeout=${2 * seconds * 1000}`,
  ]
}
