import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../kernel/errors.ts'
import { diskSentence } from './disk.ts'

// A lock lives as long as its connection, so nothing here may be collected while it is held.
const held = new Set<DatabaseSync>()

/** SQLite's result code for "somebody else holds the lock". */
const busy = 5

/**
 * Locks the folder for this process by an empty file `lock` in it, and returns what gives it back; null when another
 * process has it. The operating system holds the lock (it is SQLite's own), so however the process ends, it is free.
 * Within this process, nothing else may open and close that file: that would give a POSIX lock back.
 */
export function lockFolder(folder: string): (() => void) | null {
  const file = join(folder, 'lock')
  let lock: DatabaseSync | null = null
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    // The journal stays in memory: the lock needs no space on a full disk.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null
    throw new Error(diskSentence('A lock could not be taken', file, messageOf(error)), { cause: error })
  }
  const taken = lock
  held.add(taken)
  return () => {
    if (held.delete(taken)) taken.close()
  }
}
