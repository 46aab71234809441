import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFolder, isBundled, packageFolder } from '../../kernel/own-files.ts'

/** The rooms whose code decides what a check says of given bytes. */
const rooms = ['kernel', 'model', 'sql', 'rules', 'connectors', 'engine']

let known: string | undefined

/**
 * A hash of the code that judges: its files, the versions of the packages and of Node. What another version of it said of a
 * partition is not kept, without anybody having to remember that a change of a rule was one.
 */
export function meaningOfCode(): string {
  known ??= hashOfCode()
  return known
}

function hashOfCode(): string {
  const digest = createHash('sha256').update(process.version)
  digest.update(readFileSync(join(packageFolder, 'package.json')))
  // A bundle does not show which of its code belongs to which room.
  if (isBundled) return addFiles(digest, bundleFolder, '.js').digest('base64url')
  for (const room of rooms) {
    addFiles(digest.update(`\0${room}`), join(packageFolder, 'src', room), '.ts')
  }
  return digest.digest('base64url')
}

/** Adds the names and texts of the files below the folder that end so. */
function addFiles(digest: Hash, folder: string, ending: string): Hash {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith(ending)).sort())
    digest.update(`\0${file}\0`).update(readFileSync(join(folder, file)))
  return digest
}
