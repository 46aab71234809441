import { rmSync, statfsSync } from 'node:fs'
import { RunFailure } from '../../kernel/errors.ts'
import type { FileLayout, FileOptions } from '../../model/container.ts'
import { readHead } from './file-head.ts'
import { rewriteFile, type ScratchBudget, type TextChange } from './file-rewriting.ts'
import type { HeldFile, HeldFiles } from './held-files.ts'
import { JsonRecords } from './json-records.ts'
import { EmptiedLines, LineEnds } from './line-ends.ts'
import type { LocalFile } from './files.ts'
import type { FetchedFiles } from './fetched-files.ts'
import type { JsonFile, TextFile } from './relations.ts'
import { findLayout, NoLayout, type TextLayout } from './separated-text.ts'
import { utf8 } from '../../kernel/text-encoding.ts'

/** A file written anew. */
interface Version {
  engine_path: string
  write(): Promise<void>
}

/**
 * Decides how the files of a session are read, the same way for whoever reads them: what the options tell, else what the
 * file shows. What the engine cannot read as it stands is written anew into the session's scratch folder first.
 */
export class ReadableFiles {
  readonly #held: HeldFiles
  readonly #signal: AbortSignal
  readonly #fetched: FetchedFiles | null
  readonly #versions = new Map<string, Version>()
  readonly #unwritten = new Set<string>()
  readonly #layouts = new Map<string, TextLayout>()
  /** Texts that statements may read, by engine path. */
  readonly #texts = new Map<string, TextFile>()
  #budget: ScratchBudget | null = null
  #written = 0

  /** `fetched` brings the bytes of files that are not on this machine (default: all are). */
  constructor(held: HeldFiles, signal: AbortSignal, fetched: FetchedFiles | null = null) {
    this.#held = held
    this.#signal = signal
    this.#fetched = fetched
  }

  /** True when files are brought from elsewhere: what stands on this machine is not all of each. */
  get areFetched(): boolean {
    return this.#fetched !== null
  }

  /** True when the part of the files is here that tells how they are read. */
  haveBegun(files: readonly LocalFile[]): boolean {
    return this.#fetched?.haveBegun(files) ?? true
  }

  /** Brings the part of the files that tells how they are read; to be awaited before anything else is asked of them. */
  async begin(files: readonly LocalFile[]): Promise<void> {
    await this.#fetched?.begin(files)
  }

  /** Brings the files as a whole. */
  async complete(files: readonly LocalFile[]): Promise<void> {
    await this.#fetched?.complete(files)
  }

  /** Files of separated text as the engine reads them; those that hold no row at all, not even a header, are left out. */
  texts(files: readonly LocalFile[], options: FileOptions): TextFile[] {
    return files.map((file) => this.#text(file, options)).filter(({ layout }) => layout.names.length > 0)
  }

  /** Files of JSON as the engine reads them. */
  json(files: readonly LocalFile[], options: FileOptions): JsonFile[] {
    return files.map((file) => {
      const held = this.#held.hold(file)
      const { text, encoding, is_marked } = readHead(held, options)
      const records = recordsPathOf(file.name, options)
      const changes = () => (records === null ? [] : [new JsonRecords(records.split('.'))])
      const isRead = encoding === utf8 && records === null
      const path = this.#pathOf(held, isRead ? null : `${encoding} ${records ?? ''}`, encoding, changes)
      const is_marked_array = isRead && is_marked && !file.is_gzip && /^\s*\[/.test(text)
      return { ...file, path, encoding, is_marked_array }
    })
  }

  /** All that the engine reads is here. */
  get folder(): string {
    return this.#held.folder
  }

  /** Files that are read as they are. */
  plain(files: readonly LocalFile[]): LocalFile[] {
    return files.map((file) => {
      const held = this.#held.hold(file)
      this.#held.link(held)
      return { ...file, path: held.engine_path }
    })
  }

  /** Opened files that are text, with their layouts. */
  opened(): { file: HeldFile; layout: TextLayout }[] {
    return [...this.#texts.values()].map((text) => ({ file: this.#held.hold(text), layout: text.layout }))
  }

  /** The opened file, see HeldFiles. */
  hold(file: LocalFile): HeldFile {
    return this.#held.hold(file)
  }

  /** The file that the engine reads under a path, `text` when it is separated text; undefined for any other path. */
  find(enginePath: string): { file: JsonFile; text: TextFile | undefined } | undefined {
    const file = this.#held.find(enginePath)
    const as_read = { path: enginePath, encoding: utf8, is_marked_array: false }
    return file && { file: { ...file, ...as_read }, text: this.#texts.get(enginePath) }
  }

  /** The settings shown for a file of JSON. */
  jsonLayout(file: LocalFile, options: FileOptions): Pick<FileLayout, 'encoding' | 'records_path'> {
    const { encoding } = readHead(this.#held.hold(file), options)
    return { encoding, records_path: recordsPathOf(file.name, options) }
  }

  /**
   * Brings and writes what a statement is about to read and is not there yet; null for one that looks at no rows. Throws
   * RunFailure for a file that cannot be brought or written anew.
   */
  async ready(sql: string | null): Promise<void> {
    const read = sql === null ? [] : this.#held.readBy(sql)
    if (read.length > 0) await this.#fetched?.complete(read)
    for (const file of read) this.#held.link(file)
    for (const key of this.#unwritten) {
      this.#unwritten.delete(key)
      try {
        await this.#versions.get(key)?.write()
      } catch (error) {
        this.#versions.delete(key)
        throw error
      }
    }
  }

  /** Gives the texts that the engine could not take apart one kind of line end; false when they had one all along. */
  async mendLineEnds(): Promise<boolean> {
    let isMended = false
    for (const [enginePath, text] of this.#texts) {
      const ends = new LineEnds(text.layout)
      const { encoding } = text.layout
      await this.complete([{ ...text, path: text.real_path }])
      const held = this.#held.hold({ ...text, path: text.real_path })
      // What is written in its place goes with it.
      this.#held.link(held)
      await this.#rewrite(held, enginePath, encoding, [...preambleChanges(text.layout), ends])
      isMended ||= ends.other !== null
    }
    return isMended
  }

  /** True when the scratch space takes so many bytes more. */
  hasRoomFor(bytes: number): boolean {
    return bytes <= halfOfFree(this.#held.folder)
  }

  /** Closes the files, which are opened anew when they are asked for again. */
  release(): void {
    for (const { engine_path } of this.#versions.values()) rmSync(engine_path, { force: true })
    this.#budget = null
    this.#versions.clear()
    this.#unwritten.clear()
    this.#layouts.clear()
    this.#texts.clear()
    this.#held.release()
    this.#fetched?.release()
  }

  #text(file: LocalFile, options: FileOptions): TextFile {
    const held = this.#held.hold(file)
    const layout = this.#layoutOf(held, options)
    const changes = () => preambleChanges(layout)
    const isRead = layout.encoding === utf8 && changes().length === 0
    const key = isRead ? null : `${layout.encoding} ${layout.linesBefore}`
    const text = {
      ...file,
      real_path: file.path,
      path: this.#pathOf(held, key, layout.encoding, changes),
      layout,
    }
    if (layout.names.length > 0) this.#texts.set(text.path, text)
    return text
  }

  #layoutOf(held: HeldFile, options: FileOptions): TextLayout {
    const key = `${JSON.stringify(options)} ${held.name}`
    const cached = this.#layouts.get(key)
    if (cached) return cached
    try {
      const layout = findLayout(held.name, readHead(held, options), options)
      this.#layouts.set(key, layout)
      return layout
    } catch (cause) {
      if (!(cause instanceof NoLayout)) throw cause
      throw new RunFailure(`The file "${held.name}" ${cause.message}`, { cause })
    }
  }

  /** `version` null: the file as it is. */
  #pathOf(held: HeldFile, version: string | null, encoding: string, changes: () => TextChange[]): string {
    if (version === null) return held.engine_path
    const key = `${held.name} ${version}`
    const known = this.#versions.get(key)
    if (known) return known.engine_path
    const engine_path = this.#held.pathFor(held, (this.#written += 1))
    const write = async (): Promise<void> => {
      await this.complete([held])
      await this.#rewrite(held, engine_path, encoding, changes())
    }
    this.#versions.set(key, { engine_path, write })
    this.#unwritten.add(key)
    return engine_path
  }

  #rewrite(file: HeldFile, target: string, encoding: string, changes: TextChange[]): Promise<void> {
    this.#budget ??= { left: halfOfFree(this.#held.folder) }
    return rewriteFile(file, { encoding, changes, target, budget: this.#budget, signal: this.#signal })
  }
}

/** Lines before the first row that hold quotes would mislead the engine. */
function preambleChanges({ isPreambleQuoted, linesBefore }: TextLayout): TextChange[] {
  return isPreambleQuoted ? [new EmptiedLines(linesBefore)] : []
}

/** The records of GeoJSON are its features. */
function recordsPathOf(name: string, { records_path }: FileOptions): string | null {
  return records_path ?? (/\.geojson(?:\.gz)?$/i.test(name) ? 'features' : null)
}

function halfOfFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / 2
}
