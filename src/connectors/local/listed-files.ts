import { RunFailure } from '../../kernel/errors.ts'
import type { FilePattern } from '../../model/datastore.ts'
import { filesOfGroup } from './file-groups.ts'
import { isSameFile, type FileListing, type LocalFile } from './files.ts'

/** For so long one listing serves several containers, milliseconds: a file that grew since is read again by the next incremental scan. */
const longestListedMs = 1000

/** The files of a folder as they were listed last, by the containers that they form. */
export class ListedFiles {
  #listing: FileListing
  readonly #list: () => Promise<FileListing | null>
  readonly #ownPatterns: readonly FilePattern[]
  /** The paths that the engine may open. */
  readonly #allowed: ReadonlySet<string>
  #listedAt = performance.now()
  /** The files of containers of this listing that were asked for, by name. */
  readonly #groups = new Map<string, ReadonlyMap<string, LocalFile>>()

  /** `list` lists the files again, null when the folder is another one. */
  constructor(
    listing: FileListing,
    list: () => Promise<FileListing | null>,
    patterns: readonly FilePattern[],
  ) {
    this.#listing = listing
    this.#list = list
    this.#ownPatterns = patterns
    this.#allowed = new Set(listing.files.map(({ path }) => path))
  }

  /** The files, and what is passed over or cannot be read. */
  get listing(): FileListing {
    return this.#listing
  }

  /** Those that people gave, and those of the tables that were found. */
  get patterns(): readonly FilePattern[] {
    return [...this.#ownPatterns, ...this.#listing.tables]
  }

  /** In the order of the listing. Throws RunFailure for a container of which there are none. */
  of(container: string): LocalFile[] {
    return [...this.#groupOf(container).values()]
  }

  /** Files of a container, in the order of the listing. Throws RunFailure for one that is gone. */
  partitionsOf(container: string, names: readonly string[]): LocalFile[] {
    const files = this.#groupOf(container)
    return [...names].sort().map((name) => {
      const file = files.get(name)
      if (!file) throw new RunFailure(`The file "${name}" is gone.`)
      return file
    })
  }

  /** The names of those of the partitions that are not in the folder any more as they were listed. */
  async changed(container: string, partitions: readonly string[]): Promise<string[]> {
    const wanted = new Set(partitions)
    const before = this.of(container).filter((file) => wanted.has(file.name))
    const now = new Map((await this.#list())?.files.map((file) => [file.name, file]))
    return before.flatMap((file) => (isSameFile(file, now.get(file.name)) ? [] : file.name))
  }

  /** Lists them again, unless that was just done; false when the engine may not open one of those that are there now. */
  async renew(): Promise<boolean> {
    if (performance.now() - this.#listedAt < longestListedMs) return true
    const listing = await this.#list()
    if (!listing?.files.every(({ path }) => this.#allowed.has(path))) return false
    this.#listing = listing
    this.#groups.clear()
    this.#listedAt = performance.now()
    return true
  }

  /** The next `renew` lists them, however soon it comes. */
  expire(): void {
    this.#listedAt = Number.NEGATIVE_INFINITY
  }

  /** By name. */
  #groupOf(container: string): ReadonlyMap<string, LocalFile> {
    const known = this.#groups.get(container)
    if (known) return known
    const all = this.#listing.files.map(({ name }) => name)
    const names = new Set(filesOfGroup(container, all, this.patterns))
    if (names.size > 0) {
      const files = new Map(
        this.#listing.files.flatMap((file) => (names.has(file.name) ? [[file.name, file] as const] : [])),
      )
      this.#groups.set(container, files)
      return files
    }
    const refused = this.#listing.refused.find(({ name }) => name === container)
    throw new RunFailure(refused?.reason ?? `No file is found for the container "${container}" any more.`)
  }
}
