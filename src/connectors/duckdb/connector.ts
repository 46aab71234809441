import { basename, parse } from 'node:path'
import { Type } from 'typebox'
import { Aborted, RunFailure, ServiceError } from '../../kernel/errors.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import type { DuckdbProcess } from './process.ts'
import { duckdbName, duckdbText } from './types.ts'
import { watchedDatabase } from '../shared/database-stamp.ts'
import { allowedRealPath } from '../shared/paths.ts'

/** A DuckDB database file, attached read-only to a DuckDB in a process of its own that may open nothing else. */
export default defineConnector({
  type: 'duckdb',
  title: 'DuckDB',
  store_type: 'jdbc',
  connection: Type.Object({ uri: Type.String({ minLength: 1, description: 'Path of the database file.' }) }),
  requires: [],
  takes: { database: ({ uri }) => (uri ? parse(uri).name : null), schema: 'anything' },
  async test(connection, target, bounds) {
    const session = await open(
      connection,
      target ?? { database: null, schema: null, root_path: null },
      bounds,
    )
    await session.close()
  },
  open,
  async openWriter(connection, target, bounds, reads = null) {
    const path = await pathOf(connection, bounds)
    const { openDuckdbWriter } = await import('./writer.ts')
    return openDuckdbWriter(path, target.schema ?? 'main', bounds, reads)
  },
})

/** True when a table or view of the database names a collation. */
async function isCollated(engine: DuckdbProcess, database: string): Promise<boolean> {
  const named = `database_name = ${duckdbText(database)} and sql ilike '%collate%'`
  const { rows } = await engine.read(
    `select exists(from duckdb_tables() where ${named}) or exists(from duckdb_views() where ${named})`,
  )
  return rows[0]?.[0] === true
}

/** Names that DuckDB gives to databases of its own. */
const reserved = new Set(['memory', 'system', 'temp'])

async function pathOf({ uri }: ConnectionValues, bounds: SessionBounds): Promise<string> {
  if (!uri)
    throw new ServiceError('invalid', 'A DuckDB connection needs a uri: the path of its database file.')
  return allowedRealPath(uri, bounds.allowed_paths)
}

async function open(
  connection: ConnectionValues,
  target: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  const path = await pathOf(connection, bounds)
  // Its name in DuckDB itself, whatever the datastore calls it.
  const stem = parse(path).name
  const database = reserved.has(stem.toLowerCase()) ? 'source' : stem
  const schema = target.schema ?? 'main'
  const { DuckdbProcess: Engine, reasonOf } = await import('./process.ts')
  const { DuckdbSession } = await import('./session.ts')
  const named = (message: string): string => reasonOf(message.replaceAll(path, () => basename(path)))
  const { lasting: stamp } = watchedDatabase(path, ['.wal'], bounds.settled_seconds)
  const notOpened = (cause: unknown): unknown => {
    if (cause instanceof ServiceError || cause instanceof Aborted) return cause
    const sentence = `"${connection.uri}" could not be opened: ${named(cause instanceof Error ? cause.message : String(cause))}`
    const retryable = cause instanceof RunFailure && cause.retryable
    return new ServiceError('connection_failed', sentence, { cause, retryable })
  }
  const engine = await Engine.open(bounds, {
    prepare: [`attach ${duckdbText(path)} as ${duckdbName(database)} (type duckdb, read_only)`],
    begin: [`use ${duckdbName(database)}.${duckdbName(schema)}`],
    explain: (message) =>
      message.startsWith('IO Error') && message.includes(path)
        ? new RunFailure(`The database could not be read: ${named(message)}`)
        : null,
  }).catch((cause: unknown) => {
    throw notOpened(cause)
  })
  try {
    const collates = await isCollated(engine, database)
    return new DuckdbSession(engine, { database, schema, isCollated: collates, stamp })
  } catch (cause) {
    await engine.close()
    throw notOpened(cause)
  }
}
