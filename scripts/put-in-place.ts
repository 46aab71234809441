import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the folder holds the build that this digest of its sources stands for; false when there is no such folder. */
export function isBuilt(folder: string, stamp: string): boolean {
  const file = join(folder, '.stamp')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/**
 * Stamps a finished build and moves it to where it is used, in the place of an older one. Of two processes that make the same
 * build at once, the later one leaves that of the other.
 */
export function putInPlace(made: string, folder: string, stamp: string): void {
  writeFileSync(join(made, '.stamp'), stamp)
  rmSync(folder, { recursive: true, force: true })
  try {
    if (!isBuilt(folder, stamp)) renameSync(made, folder)
  } catch (error) {
    if (!isBuilt(folder, stamp)) throw error
  }
}
