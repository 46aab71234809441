import { rmSync, truncateSync } from 'node:fs'
import { RunFailure } from '../../kernel/errors.ts'
import type { FetchedFiles } from '../local/fetched-files.ts'
import type { LocalFile } from '../local/files.ts'
import type { ObjectClient } from './client.ts'
import { inParallel } from '../shared/in-parallel.ts'
import type { ObjectFile } from './listing.ts'
import { readFooter } from './read-footer.ts'
import { readPart, readParts } from './read-range.ts'
import { rememberedParts, rememberParts, type Part } from './remembered-parts.ts'
import { towards } from './towards.ts'
import { layFiles, writeParts } from './write-parts.ts'

/** Of a text so much is looked at to tell how it is read. */
const headBytes = 256 * 1024
const parallel = 4

/** What of an object is in the scratch folder. */
interface Present {
  stamp: string | null
  is_whole: boolean
  /** Of those that take space. */
  bytes: number
}

/** Objects in the scratch folder of a session, each in the version that was listed, within a bound of bytes. */
export class FetchedObjects implements FetchedFiles {
  readonly #client: ObjectClient
  readonly #mostBytes: number
  readonly #objects = new Map<string, ObjectFile>()
  readonly #present = new Map<string, Present>()
  /** Names of objects that may be open. */
  readonly #inUse = new Set<string>()

  constructor(client: ObjectClient, mostBytes: number) {
    this.#client = client
    this.#mostBytes = mostBytes
  }

  /** The objects of the newest listing; what is there of other versions is removed. */
  listed(files: readonly ObjectFile[]): void {
    this.#objects.clear()
    for (const file of files) this.#objects.set(file.path, file)
    for (const [path, { stamp }] of this.#present)
      if (this.#objects.get(path)?.stamp !== stamp) this.#remove(path)
  }

  /** Brings objects beside those of the listing, before there is one. */
  async completeLogs(logs: readonly ObjectFile[]): Promise<void> {
    for (const log of logs) {
      if (this.#present.get(log.path)?.stamp !== log.stamp) this.#remove(log.path)
      this.#objects.set(log.path, log)
    }
    await this.complete(logs)
  }

  /** Makes every file that is no text there with its length, so that it can be opened. Of a text nobody knows how it is read before it is begun. */
  async lay(): Promise<void> {
    const plain = [...this.#objects.values()].filter(
      ({ path, format, size_bytes }) =>
        (format === 'parquet' || size_bytes === 0) && !this.#present.has(path),
    )
    await towards('fetched', this.#client, () => layFiles(plain))
    this.#inUse.clear()
  }

  haveBegun(files: readonly LocalFile[]): boolean {
    return files.every(({ path, size_bytes }) => size_bytes === 0 || this.#present.has(path))
  }

  async begin(files: readonly LocalFile[]): Promise<void> {
    const objects = files.map((file) => this.#objectOf(file))
    await towards('fetched', this.#client, () =>
      inParallel(parallel, objects, (object) => this.#begin(object)),
    )
  }

  async complete(files: readonly LocalFile[]): Promise<void> {
    const objects = files.map((file) => this.#objectOf(file))
    const missing = objects.filter(({ path }) => this.#present.get(path)?.is_whole !== true)
    const needed = new Set(objects.map(({ path }) => path))
    for (const path of needed) this.#inUse.add(path)
    this.#makeRoom(
      missing.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
      needed,
      objects,
    )
    await towards('fetched', this.#client, () =>
      inParallel(parallel, missing, (object) => this.#bring(object)),
    )
  }

  release(): void {
    this.#inUse.clear()
    // A map may change while it is walked: what is set anew keeps its place.
    for (const path of this.#present.keys()) this.#shorten(path)
  }

  #objectOf({ path, name }: LocalFile): ObjectFile {
    const object = this.#objects.get(path)
    if (!object) throw new RunFailure(`The object "${name}" is gone.`)
    return object
  }

  async #begin(object: ObjectFile): Promise<void> {
    this.#inUse.add(object.path)
    if (object.size_bytes === 0 || this.#present.has(object.path)) return
    const id = `${object.place ?? ''} ${object.stamp ?? ''}`
    const known = rememberedParts(id)
    const parts =
      known ??
      (object.format === 'parquet' ? await readFooter(this.#client, object) : await this.#head(object))
    if (!known) rememberParts(id, parts)
    const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0)
    this.#makeRoom(bytes, new Set([object.path]), [object])
    await writeParts(object, parts)
    this.#present.set(object.path, { stamp: object.stamp, is_whole: bytes === object.size_bytes, bytes })
  }

  async #bring(object: ObjectFile): Promise<void> {
    const { size_bytes: bytes, stamp, path } = object
    this.#present.set(path, { stamp, is_whole: false, bytes })
    try {
      await writeParts(object, readParts(this.#client, object))
    } catch (error) {
      this.#remove(path)
      throw error
    }
    this.#present.set(path, { stamp, is_whole: true, bytes })
  }

  async #head(object: ObjectFile): Promise<Part[]> {
    return [await readPart(this.#client, object, { from: 0, to: Math.min(headBytes, object.size_bytes) })]
  }

  /** Takes what is not needed out of the scratch folder until there is room. Throws RunFailure when there is none. */
  #makeRoom(bytes: number, needed: ReadonlySet<string>, objects: readonly ObjectFile[]): void {
    let used = 0
    for (const [path, present] of this.#present)
      if (!needed.has(path) || present.is_whole) used += present.bytes
    const others = [...this.#present.keys()].filter((path) => !needed.has(path))
    for (const path of others) {
      if (used + bytes <= this.#mostBytes) return
      used -= this.#shorten(path)
    }
    for (const path of others.filter((one) => !this.#inUse.has(one))) {
      if (used + bytes <= this.#mostBytes) return
      used -= this.#present.get(path)?.bytes ?? 0
      this.#remove(path)
    }
    if (used + bytes > this.#mostBytes) throw tooLarge(objects, used + bytes, this.#mostBytes)
  }

  /** Leaves the beginning of a text, and of a Parquet file nothing but its length; the bytes that this gave back. */
  #shorten(path: string): number {
    const present = this.#present.get(path)
    const object = this.#objects.get(path)
    if (!present || !object || present.bytes <= headBytes) return 0
    const bytes = object.format === 'parquet' ? 0 : headBytes
    truncateSync(path, bytes)
    truncateSync(path, object.size_bytes)
    if (bytes === 0) this.#present.delete(path)
    else this.#present.set(path, { ...present, is_whole: false, bytes })
    return present.bytes - bytes
  }

  #remove(path: string): void {
    rmSync(path, { force: true })
    this.#present.delete(path)
  }
}

function tooLarge([first]: readonly ObjectFile[], bytes: number, most: number): RunFailure {
  const inMiB = (count: number): number => Math.ceil(count / 1024 / 1024)
  return new RunFailure(
    `The objects that are read together with "${first?.name ?? ''}" take ${inMiB(bytes)} MiB, and a session may have fetched ${inMiB(most)} MiB. An administrator raises that with ASSAY_OBJECT_SCRATCH_MB.`,
  )
}
