import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { diskSentence, makeFolders } from './disk.ts'
import { lockFolder } from './lock.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

/** The folder ASSAY_HOME, locked for this process, and the secret key. */
export interface Home {
  /** Absolute, links resolved. */
  folder: string
  /** ASSAY_SECRET_KEY, else the one kept in the home. */
  secretKey: string
  /** Emptied at every start: what a killed service left in it is of no use to anybody. */
  scratchFolder: string
  release(): void
}

/** Throws a sentence when another service uses the folder, or the disk does not let it be written. */
export function prepareHome(path: string, givenKey: string | null): Home {
  const folder = makeFolder(path)
  const release = takeHome(folder)
  try {
    writePrivateFile(join(folder, 'service.pid'), `${process.pid}\n`)
    const scratchFolder = join(folder, 'scratch')
    emptyFolder(scratchFolder)
    return { folder, secretKey: givenKey ?? ownKey(folder), scratchFolder, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Throws a sentence when there is something in the folder, which a service that removes its home would take with it. */
export function requireEmpty(path: string): void {
  if (!existsSync(path) || readdirSync(path).length === 0) return
  throw new Error(
    `ASSAY_HOME ${path} is not empty, and a service with ASSAY_EPHEMERAL=yes removes its home at the end. Give it an empty folder.`,
  )
}

function makeFolder(path: string): string {
  try {
    makeFolders(path, 0o700)
    if (!statSync(path).isDirectory()) throw new Error('ENOTDIR')
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    throw new Error(diskSentence('ASSAY_HOME cannot be used', path, error), { cause: error })
  }
}

function takeHome(folder: string): () => void {
  const release = lockFolder(folder)
  if (release) return release
  const pid = readPrivateFile(join(folder, 'service.pid'))?.trim()
  throw new Error(
    `Another Assay service${pid ? ` (process ${pid})` : ''} uses ASSAY_HOME ${folder}. Stop it, or give this one an ASSAY_HOME of its own.`,
  )
}

function emptyFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    throw new Error(diskSentence('The scratch folder could not be made', folder, error), { cause: error })
  }
}

function ownKey(folder: string): string {
  const file = join(folder, 'secret-key')
  const kept = readPrivateFile(file)?.trim()
  if (kept) return kept
  const made = randomBytes(32).toString('base64url')
  writePrivateFile(file, `${made}\n`)
  return made
}
