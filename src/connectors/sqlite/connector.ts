import { stat } from 'node:fs/promises'
import { parse, resolve } from 'node:path'
import { Type } from 'typebox'
import { messageOf, ServiceError } from '../../kernel/errors.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { allowedRealPath } from '../shared/paths.ts'
import type { DatabasePlace } from './process.ts'

/** An SQLite database file, opened read-only in a process of its own. */
export default defineConnector({
  type: 'sqlite',
  title: 'SQLite',
  store_type: 'jdbc',
  connection: Type.Object({ uri: Type.String({ minLength: 1, description: 'Path of the database file.' }) }),
  requires: [],
  takes: { database: ({ uri }) => (uri ? parse(uri).name : null), schema: () => 'main' },
  async test(connection, target, bounds) {
    const session = await open(
      connection,
      target ?? { database: null, schema: null, root_path: null },
      bounds,
    )
    await session.close()
  },
  open,
  async openWriter(connection, _target, bounds) {
    const { path } = await placeOf(connection, bounds)
    const { openSqliteWriter } = await import('./writer.ts')
    return openSqliteWriter(path, bounds)
  },
})

async function placeOf({ uri }: ConnectionValues, bounds: SessionBounds): Promise<DatabasePlace> {
  if (!uri)
    throw new ServiceError('invalid', 'An SQLite connection needs a uri: the path of its database file.')
  const path = await allowedRealPath(uri, bounds.allowed_paths)
  if (!(await stat(path)).isFile()) {
    throw new ServiceError('connection_failed', `"${uri}" is not a file; the uri must be a database file.`)
  }
  return { uri: resolve(uri), path }
}

async function open(
  connection: ConnectionValues,
  _target: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  const { isLocked, isShut, SqliteProcess } = await import('./process.ts')
  const { SqliteSession } = await import('./session.ts')
  try {
    return new SqliteSession(await SqliteProcess.open(() => placeOf(connection, bounds), bounds))
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    const retryable = isLocked(cause)
    const unlocked = isShut(cause)
      ? 'let the account of the service read it and its folder'
      : messageOf(cause)
    const reason = retryable ? 'another program has locked it' : unlocked
    throw new ServiceError('connection_failed', `"${connection.uri}" could not be opened: ${reason}.`, {
      cause,
      retryable,
    })
  }
}
