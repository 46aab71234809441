import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compiledFolder } from '../kernel/compiled-code.ts'
import { migrate, readMigrations } from '../store/migrate.ts'
import { openStore } from '../store/pool.ts'
import { writePrivateFile } from '../store/private-file.ts'
import { accountFor, canEnter } from './account.ts'
import { installedFolder } from './binaries.ts'
import { readRecord } from './cluster.ts'
import { startEmbedded } from './server.ts'

/** Settings of a PostgreSQL that nobody needs after a crash: it does not wait for the disk. */
export const hastySettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

const prefix = 'assay-prepared-'

/**
 * Puts a PostgreSQL with the migrated, empty schema into a new home, which is many times faster than making one there. It is
 * kept beside the compiled code and made when it is absent. Does nothing where it cannot be kept or copied: the home is then
 * filled as any other.
 */
export async function fillHome(home: string): Promise<void> {
  const account = accountFor(null)
  chmodSync(home, 0o711)
  if (!canEnter(home, account)) return
  const kept = join(dirname(compiledFolder), `${prefix}${fingerprint(account?.uid ?? null)}`)
  if (!isOurs(kept)) {
    await keepOne(home, kept)
    return
  }
  const folder = join(home, 'postgresql')
  const record = readRecord(join(kept, 'embedded-postgresql'))
  if (record && copy(join(kept, 'postgresql'), folder)) {
    writePrivateFile(join(home, 'embedded-postgresql'), JSON.stringify({ ...record, folder }))
  } else rmSync(folder, { recursive: true, force: true })
}

/** Removes a home and its PostgreSQL, wherever that lies. */
export function removeHome(home: string): void {
  const record = readRecord(join(home, 'embedded-postgresql'))
  for (const folder of record ? [record.folder, home] : [home])
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Changes with everything that decides the content of a new PostgreSQL. */
function fingerprint(account: number | null): string {
  const steps = readMigrations().map(({ checksum }) => checksum)
  return hash('sha256', [...steps, installedFolder().version, account].join('\n')).slice(0, 16)
}

/** False when it is absent, or when a folder of this name belongs to another user. */
function isOurs(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

/** Fills the home, stops its server, and keeps a copy of what is there; the next start of the home finds it ready. */
async function keepOne(home: string, kept: string): Promise<void> {
  const silent = { warned: () => undefined, lost: () => undefined }
  const server = await startEmbedded(home, silent, hastySettings)
  try {
    const store = openStore(server.url)
    await migrate(store.pool).finally(() => store.close())
  } finally {
    await server.stop()
  }
  const half = `${kept}.${process.pid}`
  try {
    removeOthers(kept)
    mkdirSync(half, { recursive: true, mode: 0o700 })
    const record = readRecord(join(home, 'embedded-postgresql'))
    if (!record || !copy(record.folder, join(half, 'postgresql'))) throw new Error('Not copied.')
    // Homes that are filled at one moment would all try its port.
    for (const file of ['port', 'server.log']) rmSync(join(half, 'postgresql', file), { force: true })
    writePrivateFile(join(half, 'embedded-postgresql'), JSON.stringify(record))
    renameSync(half, kept)
  } catch {
    // The place cannot be written, or another process was first: this home has what it needs.
    rmSync(half, { recursive: true, force: true })
  }
}

/** What an earlier version of the schema left. */
function removeOthers(kept: string): void {
  const parent = dirname(kept)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && !name.startsWith(basename(kept)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** With owners and modes. */
const copy = (from: string, to: string): boolean =>
  spawnSync('cp', ['-Rp', from, to], { stdio: 'ignore' }).status === 0
