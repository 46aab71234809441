import { constants, createWriteStream, linkSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandFailed } from '../command-failed.ts'

/** What the person named, as far as it can be told before the service runs. */
export interface Targets {
  /** What to scan as one folder, when the only target is one; null: files are put into one. */
  folder: string | null
  /** Files by the names that their containers get. */
  files: ReadonlyMap<string, string>
  /** Addresses to fetch, by the same. */
  addresses: ReadonlyMap<string, string>
  /** Folders that the service has to read. */
  readable: string[]
}

/** Looks at what was named. Throws a sentence about what is not there. */
export function takeTargets(named: readonly string[]): Targets {
  const files = new Map<string, string>()
  const addresses = new Map<string, string>()
  const [only = ''] = named
  if (named.length === 1 && !isAddress(only) && statOf(only).isDirectory()) {
    const folder = realpathSync(only)
    return { folder, files, addresses, readable: [folder] }
  }
  for (const one of named) {
    const name = isAddress(one) ? fileIn(one) : basename(resolve(one))
    if (files.has(name) || addresses.has(name))
      throw new CommandFailed(`Two of the files are called ${name}; scan them one after the other.`)
    if (isAddress(one)) addresses.set(name, one)
    else if (statOf(one).isDirectory())
      throw new CommandFailed(`${one} is a folder; a folder is scanned alone.`, `assay scan ${one}`)
    else files.set(name, realpathSync(one))
  }
  return { folder: null, files, addresses, readable: [] }
}

const isAddress = (target: string): boolean => /^https?:\/\//.test(target)

/** The last part of an address, by which its container is called. */
function fileIn(address: string): string {
  const name = basename(URL.parse(address)?.pathname ?? '')
  if (name !== '') return name
  throw new CommandFailed(
    `"${address}" is no address of a file; the last part of its path is what the file is called.`,
  )
}

function statOf(path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() || found?.isDirectory()) return found
  throw new CommandFailed(`There is no file or folder ${path}.`)
}

/** The folder that the service scans: the one that was named, or one in its home with the files. */
export async function placeTargets(targets: Targets, home: string): Promise<string> {
  if (targets.folder !== null) return targets.folder
  const folder = join(home, 'files')
  mkdirSync(folder)
  for (const [name, file] of targets.files) await placeFile(file, join(folder, name))
  for (const [name, address] of targets.addresses) await fetchFile(address, join(folder, name))
  return folder
}

/** A second name of the file where it is on the same disk, else a copy: the service does not follow links out of its folder. */
async function placeFile(from: string, to: string): Promise<void> {
  try {
    linkSync(from, to)
  } catch {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

async function fetchFile(address: string, file: string): Promise<void> {
  try {
    const answer = await fetch(address)
    if (!answer.ok || !answer.body) throw new Error(`it answers ${answer.status}`)
    await pipeline(answer.body, createWriteStream(file))
  } catch (error) {
    throw new CommandFailed(`${address} could not be fetched: ${reasonOf(error)}.`, null, error)
  }
}

/** What the network said: `fetch` itself says no more than that it failed. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(said instanceof Error)) return String(said)
  // Of several addresses that were tried none speaks for all.
  return said.message || ('code' in said ? String(said.code) : said.name)
}
