import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { SessionBounds } from './connector.ts'

/** An in-memory DuckDB, confined and locked, and how to let go of it. */
export interface HeldInstance {
  instance: DuckDBInstance
  release(): Promise<void>
}

interface Shared {
  holders: number
  opening: Promise<{ instance: DuckDBInstance; folder: string }>
}

const shared = new Map<string, Shared>()

/** An instance for one session alone. `prepare` runs before the lock; throws DuckDB's own error when it fails. */
export async function privateInstance(
  bounds: SessionBounds,
  prepare: readonly string[],
): Promise<HeldInstance> {
  const instance = await create(bounds, bounds.scratch_folder, prepare)
  return { instance, release: async () => instance.closeSync() }
}

/**
 * The one instance of this process that has the database file attached. Two would undo each other's lock: closing a
 * file drops every lock that the process has on it, and another program could write under a session that reads. The
 * first holder's memory bound counts for all.
 */
export async function sharedInstance(
  path: string,
  bounds: SessionBounds,
  prepare: readonly string[],
): Promise<HeldInstance> {
  const entry = shared.get(path) ?? { holders: 0, opening: createShared(bounds, prepare) }
  shared.set(path, entry)
  entry.holders += 1
  try {
    const { instance, folder } = await entry.opening
    return { instance, release: () => letGo(path, entry, instance, folder) }
  } catch (error) {
    if (shared.get(path) === entry) shared.delete(path)
    throw error
  }
}

async function letGo(path: string, entry: Shared, instance: DuckDBInstance, folder: string): Promise<void> {
  entry.holders -= 1
  if (entry.holders > 0) return
  shared.delete(path)
  instance.closeSync()
  await rm(folder, { recursive: true, force: true })
}

async function createShared(
  bounds: SessionBounds,
  prepare: readonly string[],
): Promise<{ instance: DuckDBInstance; folder: string }> {
  // The scratch folder of the first session goes with it; this one lasts as long as the instance.
  const folder = await mkdtemp(join(dirname(bounds.scratch_folder), 'duckdb-'))
  try {
    return { instance: await create(bounds, folder, prepare), folder }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function create(
  bounds: SessionBounds,
  folder: string,
  prepare: readonly string[],
): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${bounds.memory_mb}MiB`,
    threads: String(Math.min(8, availableParallelism())),
    temp_directory: folder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  try {
    const connection = await instance.connect()
    const lock = ['set enable_external_access = false', 'set lock_configuration = true']
    for (const sql of [`set global TimeZone = 'UTC'`, ...prepare, ...lock]) await connection.run(sql)
    connection.closeSync()
    return instance
  } catch (error) {
    instance.closeSync()
    throw error
  }
}
