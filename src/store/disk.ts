import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../kernel/errors.ts'

/** The sentence for a failed write or read at `path`: a full, read-only or forbidden disk is named, anything else is quoted. */
export function diskSentence(what: string, path: string, error: unknown): string {
  const text = messageOf(error)
  const reason = diskReason(text)
  return reason
    ? `${what} (${path}): ${reason}`
    : `${what} (${path}): ${text.endsWith('.') ? text : `${text}.`}`
}

/** A sentence on a fault of the disk and its remedy, when `text` (an error of the system or of PostgreSQL) is about the disk; else null. */
export function diskReason(text: string): string | null {
  const known = reasons.find(([pattern]) => pattern.test(text))
  return known ? known[1] : null
}

const reasons: [RegExp, string][] = [
  [
    /ENOSPC|No space left on device/i,
    'the disk is full. Free some space or choose another ASSAY_HOME, then start again.',
  ],
  [
    /EDQUOT|quota exceeded/i,
    'the disk quota is used up. Free some space or choose another ASSAY_HOME, then start again.',
  ],
  [/EROFS|Read-only file system/i, 'the disk is read-only. Choose an ASSAY_HOME that can be written.'],
  [
    /EACCES|EPERM|Permission denied|Operation not permitted/i,
    'this account may not do that. Choose an ASSAY_HOME that it owns, or run as its owner.',
  ],
  [/ENOENT/, 'there is no such place. Choose another ASSAY_HOME.'],
  [/ENOTDIR|EEXIST/i, 'a file is in the way where a folder is needed. Choose another ASSAY_HOME.'],
]

/** Makes the folder and its missing parents. Node's own recursive way never returns where nothing can be made (`/proc`). */
export function makeFolders(path: string, mode: number): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolders(parent, mode)
  mkdirSync(path, { mode })
}
