import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Aborted, RunFailure } from '../../kernel/errors.ts'

/** The pause between two looks at the folder. */
const lookMs = 500

/** Watches what others write into a folder, and stops them when it is more than the bound. */
export class BoundedFolder {
  readonly #folder: string
  readonly #mostBytes: number
  readonly #over = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(folder: string, mostBytes: number) {
    this.#folder = folder
    this.#mostBytes = mostBytes
    this.#timer = setInterval(() => void this.#look(), lookMs).unref()
  }

  /** Aborted when there is too much. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** Does the work; throws RunFailure when it was stopped because there is too much, or is to be. */
  async bound<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Aborted) this.#requireBound(error)
      throw error
    }
  }

  /** Looks at once; throws RunFailure when there is too much. */
  async check(): Promise<void> {
    await this.#look()
    this.#requireBound()
  }

  /** Throws RunFailure when an object of so many bytes has no room. */
  requireRoom(name: string, bytes: number): void {
    if (bytes <= this.#mostBytes) return
    throw new RunFailure(
      `The object "${name}" is written anew with what is added; it has ${inMiB(bytes)} MiB, and ${inMiB(this.#mostBytes)} MiB may be fetched. An administrator raises that with ASSAY_OBJECT_SCRATCH_MB.`,
    )
  }

  #requireBound(cause?: Aborted): void {
    if (!this.signal.aborted) return
    throw new RunFailure(
      `The table takes more than the ${inMiB(this.#mostBytes)} MiB that it may before it is in the object store. An administrator raises that with ASSAY_OBJECT_SCRATCH_MB.`,
      { cause },
    )
  }

  async #look(): Promise<void> {
    // What is removed meanwhile is none of what there is too much of.
    const bytes = await bytesIn(this.#folder).catch(() => 0)
    if (bytes > this.#mostBytes) this.#over.abort()
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

const inMiB = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)

/** The bytes that files take on the disk: some have holes. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
