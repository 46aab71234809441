import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { ServiceError } from '../../kernel/errors.ts'
import { defineConnector, type DatastoreTarget, type SessionBounds } from '../connector.ts'
import { HeldFiles } from './held-files.ts'
import { explainFileFailure } from './failures.ts'
import { listFiles, type FileListing } from './files.ts'
import { LocalSession } from './session.ts'
import { allowedRealPath } from '../shared/paths.ts'
import { ReadableFiles } from './readable-files.ts'

/** Files below a folder of this machine, read by a DuckDB in a process of its own that may open those files and nothing else. */
export default defineConnector({
  type: 'local',
  title: 'Local files',
  store_type: 'dfs',
  connection: Type.Object({}),
  requires: ['root_path'],
  takes: { root_path: 'anything' },
  async test(_connection, target, bounds) {
    if (target) await readRootOf(target, bounds)
  },
  async open(_connection, target, bounds) {
    const root = await readRootOf(target, bounds)
    const listing = await listFiles(root, bounds.settled_seconds)
    const names = new Set(listing.files.map(({ name }) => name))
    const held = new HeldFiles(root, join(await realpath(bounds.scratch_folder), 'files'))
    await mkdir(held.folder, { recursive: true, mode: 0o700 })
    const { allowFiles, allowFolder, DuckdbProcess } = await import('../duckdb/process.ts')
    const engine = await DuckdbProcess.open(bounds, {
      // The engine looks where a link of the folder of held files leads, and wants to have been told of that too.
      prepare: [allowFiles(listing.files.map(({ path }) => path)), allowFolder(held.folder)],
      begin: [],
      explain: (message) => explainFileFailure(message, (text) => held.nameOf(text), names),
    })
    const list = async (): Promise<FileListing | null> =>
      (await rootOf(target, bounds)) === root ? listFiles(root, bounds.settled_seconds) : null
    return new LocalSession(
      engine,
      { listing, list },
      new ReadableFiles(held, bounds.signal),
      target.file_patterns ?? [],
    )
  },
  async openWriter(_connection, target, bounds) {
    const root = await rootOf(target, bounds)
    const { openLocalWriter } = await import('./writer.ts')
    return openLocalWriter(root, bounds)
  },
})

/** The folder, which this service may list. */
async function readRootOf(target: DatastoreTarget, bounds: SessionBounds): Promise<string> {
  const root = await rootOf(target, bounds)
  await access(root, constants.R_OK | constants.X_OK).catch((cause: unknown) => {
    const sentence = `"${target.root_path}" may not be read by this service. Let the account of the service into it.`
    throw new ServiceError('connection_failed', sentence, { cause })
  })
  return root
}

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
