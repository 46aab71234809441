import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountFor } from '../../src/embedded/account.ts'
import { installedFolder } from '../../src/embedded/binaries.ts'
import { readRecord } from '../../src/embedded/cluster.ts'
import { startEmbedded } from '../../src/embedded/server.ts'
import { writePrivateFile } from '../../src/store/private-file.ts'
import { replaceByTemplate, schemaFingerprint, withDatabase } from './template.ts'

const prefix = 'assay-test-cluster-'
const keptDays = 3
/** What outlives a run of the tests stays out of the folder of that run. */
const keptIn = process.env['ASSAY_TEST_KEPT'] ?? tmpdir()

/** PostgreSQL's settings for a server that does not wait for the disk: nothing in it outlives the tests. */
export const hastySettings = { fsync: 'off', full_page_writes: 'off', max_connections: '100' }

/**
 * Puts a PostgreSQL that was made earlier, with the migrated template in it, into an empty home, which is many times faster
 * than making one. It is kept in the folder for temporary files for as long as schema and program stay the same. Does
 * nothing where a home cannot hold its own PostgreSQL; the server then makes one as usual.
 */
export async function fillHome(home: string): Promise<void> {
  const kept = join(keptIn, prefix + fingerprint())
  if (!isOurs(kept)) await keepOne(kept)
  if (!isOurs(kept)) return
  const folder = join(home, 'postgresql')
  // Another account owns the files, and it must own the copies.
  const copied = spawnSync('cp', ['-Rp', join(kept, 'postgresql'), folder])
  const record = readRecord(join(kept, 'embedded-postgresql'))
  if (copied.status !== 0 || !record) return rmSync(folder, { recursive: true, force: true })
  writePrivateFile(join(home, 'embedded-postgresql'), JSON.stringify({ ...record, folder }))
  utimesSync(kept, new Date(), new Date())
}

/** A hash of everything that decides the content of a new PostgreSQL. */
function fingerprint(): string {
  const maker = readFileSync(fileURLToPath(new URL('../../src/embedded/cluster.ts', import.meta.url)), 'utf8')
  const account = accountFor(null)?.uid ?? process.getuid?.()
  return hash(
    'sha256',
    [schemaFingerprint, installedFolder().version, account, maker, 'with the database of a service'].join(
      '\n',
    ),
  ).slice(0, 16)
}

/** False when it is absent, or when a folder of this name belongs to another user. */
function isOurs(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

/** Makes one beside and renames it, so that what is under the final name is always whole. */
async function keepOne(kept: string): Promise<void> {
  removeOld()
  const home = mkdtempSync(join(keptIn, 'assay-tests-'))
  const tell = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const server = await startEmbedded(home, { warned: tell, lost: tell }, hastySettings)
  try {
    // The database of a service that starts on a copy.
    await replaceByTemplate(withDatabase(server.url, 'postgres'), 'assay')
  } finally {
    await server.stop()
  }
  const folder = readRecord(join(home, 'embedded-postgresql'))?.folder ?? ''
  try {
    if (dirname(folder) !== home) return rmSync(folder, { recursive: true, force: true })
    // Servers that start at the same moment from one copy would all try its port.
    for (const file of ['port', 'server.log']) rmSync(join(folder, file), { force: true })
    chmodSync(home, 0o700)
    renameSync(home, kept)
  } catch (error) {
    // Another process was first; its copy is as good.
    if (!isOurs(kept)) throw error
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function removeOld(): void {
  const oldest = Date.now() - keptDays * 24 * 3600 * 1000
  for (const name of readdirSync(keptIn).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(keptIn, name)
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && isOurs(folder) && found.mtimeMs < oldest) rmSync(folder, { recursive: true, force: true })
  }
}
