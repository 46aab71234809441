import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  const source = join(import.meta.dirname, '..', '..')
  const digest = createHash('sha256').update(process.version)
  digest.update(readFileSync(join(source, '..', 'package.json')))
  for (const room of rooms) {
    const files = readdirSync(join(source, room), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => name.endsWith('.ts')).sort())
      digest.update(`\0${room}/${file}\0`).update(readFileSync(join(source, room, file)))
  }
  return digest.digest('base64url')
}
