import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskSentence } from './disk.ts'

/** Writes a file that only its owner may read (mode 0600); on return it is whole and on the disk, or the old one is still there. */
export function writePrivateFile(path: string, text: string): void {
  const half = `${path}.${process.pid}`
  try {
    const file = openSync(half, 'w', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(half, path)
    syncFolder(dirname(path))
  } catch (error) {
    removeQuietly(half)
    throw new Error(diskSentence('A file could not be written', path, error), { cause: error })
  }
}

/** The text, or null when there is no such file. */
export function readPrivateFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new Error(diskSentence('A file could not be read', path, error), { cause: error })
  }
}

// A rename is on the disk only when its folder is.
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

// On a disk that refuses writes the removal fails too, and the first error is the one to tell.
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    return
  }
}
