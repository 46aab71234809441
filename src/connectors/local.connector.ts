import { stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { Type } from 'typebox'
import { ServiceError } from '../kernel/errors.ts'
import { defineConnector, type DatastoreTarget, type SessionBounds } from './connector.ts'
import { explainFileFailure } from './local-failures.ts'
import { listFiles } from './local-files.ts'
import { globless } from './local-relations.ts'
import { LocalSession } from './local-session.ts'
import { allowedRealPath } from './paths.ts'

/** Files below a folder of this machine, read by a DuckDB in a process of its own that may open those files and nothing else. */
export default defineConnector({
  type: 'local',
  title: 'Local files',
  store_type: 'dfs',
  connection: Type.Object({}),
  requires: ['root_path'],
  takes: { root_path: 'anything' },
  async test(_connection, target, bounds) {
    if (target) await rootOf(target, bounds)
  },
  async open(_connection, target, bounds) {
    const root = await rootOf(target, bounds)
    const listing = await listFiles(root)
    const names = new Set(listing.files.map(({ path }) => relative(root, path)))
    const { allowFiles, DuckdbProcess } = await import('./duckdb-process.ts')
    // A name with glob characters is asked for in its escaped form, and checked in it.
    const allowed = listing.files.flatMap(({ path }) => [path, globless(path)])
    const engine = await DuckdbProcess.open(bounds, {
      prepare: [allowFiles(allowed)],
      begin: [],
      explain: (message) => explainFileFailure(message, root, names),
    })
    return new LocalSession(engine, listing)
  },
})

async function rootOf({ root_path }: DatastoreTarget, bounds: SessionBounds): Promise<string> {
  if (!root_path) {
    throw new ServiceError('invalid', 'A datastore of local files needs a root_path: the folder they are in.')
  }
  const root = await allowedRealPath(root_path, bounds.allowed_paths)
  if (!(await stat(root)).isDirectory()) {
    throw new ServiceError('connection_failed', `"${root_path}" is a file; the root_path must be a folder.`)
  }
  return root
}
