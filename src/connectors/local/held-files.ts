import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  read,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { RunFailure } from '../../kernel/errors.ts'
import type { LocalFile } from './files.ts'
import { isWithin } from '../shared/paths.ts'

/** A file that was opened and found inside the root: whatever becomes of its path, this is what is read. */
export interface HeldFile extends LocalFile {
  descriptor: number
  /** A name in the session's scratch folder under which the engine reads the file; it leads to the descriptor once `link` was called. */
  engine_path: string
}

/**
 * The files of a listing that a session has opened. A path may become a link to somewhere else between two looks at it,
 * so each file is opened once, the opened file is checked, and everybody reads by its descriptor. The engine, which opens
 * by path, gets a link to the descriptor in a folder that only the service writes. Many files are only looked at, and get none: a
 * link may have to wait for the disk.
 */
export class HeldFiles {
  readonly #root: string
  readonly #folder: string
  readonly #held = new Map<string, HeldFile>()
  /** The engine paths that lead to descriptors. */
  readonly #linked = new Set<string>()

  /** `root` is a real path; `folder` belongs to the session alone and is removed by its owner. */
  constructor(root: string, folder: string) {
    this.#root = root
    this.#folder = folder
  }

  /** The folder of all engine paths, each `<version>/<name of the file>`. */
  get folder(): string {
    return this.#folder
  }

  /** Opens the file unless it is open. Throws RunFailure when it is gone, may not be read, or is not inside the root any more. */
  hold(file: LocalFile): HeldFile {
    const known = this.#held.get(file.name)
    if (known) return known
    const descriptor = opened(file)
    try {
      this.#requireInside(file, descriptor)
      const held = { ...file, descriptor, engine_path: this.#path(file, 0) }
      this.#held.set(file.name, held)
      return held
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  }

  /** Lets the engine read the file under its engine path, until `release`. */
  link(file: HeldFile): void {
    const { descriptor, engine_path, path } = file
    if (this.#linked.has(engine_path)) return
    symlinkSync(isLinux ? `/proc/${process.pid}/fd/${descriptor}` : path, this.pathFor(file, 0))
    this.#linked.add(engine_path)
  }

  /** A path below the folder that ends with the file's name; nothing is there yet. Version 0 is the file itself. */
  pathFor(file: LocalFile, version: number): string {
    const path = this.#path(file, version)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }

  /** The held file behind an engine path; undefined for other paths. */
  find(enginePath: string): HeldFile | undefined {
    return this.#held.get(this.nameOf(enginePath))
  }

  /** The files of which the engine is told to read in a statement, by their paths as texts in it. */
  readBy(sql: string): HeldFile[] {
    const texts = new RegExp(`${RegExp.escape(this.#folder)}/\\d+/((?:[^']|'')*)`, 'g')
    const names = [...sql.matchAll(texts)].map(([, name = '']) => name.replaceAll("''", "'"))
    // A path in a statement is a glob whose special characters stand in brackets.
    const plain = names.map((name) => name.replaceAll(/\[([*?[])\]/g, '$1'))
    return [...new Set(plain)].flatMap((name) => this.#held.get(name) ?? [])
  }

  /** The text with every engine path in it replaced by the name of its file. */
  nameOf(text: string): string {
    return text.replaceAll(new RegExp(`${RegExp.escape(this.#folder)}/\\d+/`, 'g'), '')
  }

  /** Closes the files; a later `hold` opens them anew. */
  release(): void {
    // The numbers of the descriptors are given to other files from now on.
    for (const path of this.#linked) rmSync(path, { force: true })
    this.#linked.clear()
    for (const { descriptor } of this.#held.values()) closeSync(descriptor)
    this.#held.clear()
  }

  #path({ name }: LocalFile, version: number): string {
    return join(this.#folder, String(version), name)
  }

  #requireInside(file: LocalFile, descriptor: number): void {
    const stats = fstatSync(descriptor)
    const isInside = isLinux
      ? isWithin(readlinkSync(`/proc/self/fd/${descriptor}`), this.#root)
      : isSame(stats, lstatSync(file.path))
    if (!isInside || !stats.isFile()) throw replaced(file.name)
  }
}

/** All bytes of the file as they are; the file stays open, which a stream of Node's own would close when it is left early. */
export function bytesOf(file: HeldFile): Readable {
  return Readable.from(chunksOf(file), { objectMode: false })
}

const chunkBytes = 256 * 1024

async function* chunksOf({ descriptor }: HeldFile): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await readAt(descriptor, Buffer.alloc(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const readAt = promisify(read)

const isLinux = process.platform === 'linux'

function isSame(left: { dev: number; ino: number }, right: { dev: number; ino: number }): boolean {
  return left.dev === right.dev && left.ino === right.ino
}

function opened({ name, path }: LocalFile): number {
  try {
    // A pipe that was put in the file's place would block.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (cause) {
    throw unopened(name, cause)
  }
}

function unopened(name: string, cause: unknown): RunFailure {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ELOOP') return replaced(name)
  if (code === 'ENOENT' || code === 'ENOTDIR') return new RunFailure(`The file "${name}" is gone.`, { cause })
  if (code === 'EACCES')
    return new RunFailure(`The file "${name}" may not be read by this service.`, { cause })
  if (code === 'EMFILE')
    return new RunFailure(
      `The file "${name}" could not be opened: the service has too many files open. Raise its limit of open files (ulimit -n).`,
      { cause },
    )
  return new RunFailure(`The file "${name}" could not be read.`, { cause })
}

function replaced(name: string): RunFailure {
  return new RunFailure(
    `The file "${name}" was moved or replaced by a link while it was read; it is not read from another place. Run it again when the folder is at rest.`,
  )
}
