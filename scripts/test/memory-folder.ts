import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that must be free in memory. */
const needed = 4 * 2 ** 30

/**
 * A new folder for the temporary files of the tests: in memory where Linux has room for them, because a copy of the migrated
 * database costs the tenth of one on a disk, and nothing has to outlive a run. A folder that TMPDIR names is obeyed.
 */
export function makeTemporaryFolder(): string {
  const given = process.env['TMPDIR']
  const parent = given === undefined && hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(parent, 'assay-test-run-'))
  // The account that PostgreSQL and MariaDB run as must reach what is its own in there.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= needed
  } catch {
    return false
  }
}
