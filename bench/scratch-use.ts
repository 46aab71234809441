import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const watchMs = 250

/** Looks four times a second at what sessions have on disk below an ASSAY_HOME, from now until it is disposed of. */
export class ScratchUse {
  readonly #home: string
  readonly #timer: NodeJS.Timeout
  #each = 0
  #together = 0

  constructor(home: string) {
    this.#home = home
    this.#timer = setInterval(() => this.#look(), watchMs)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  /** The most that was seen of one session, or of all at a time, MiB; of a file with holes what it takes. */
  most(of: 'each' | 'together'): number {
    return Math.round((of === 'each' ? this.#each : this.#together) / 2 ** 20)
  }

  #look(): void {
    const scratch = join(this.#home, 'scratch')
    const sessions = entriesOf(scratch).filter(({ name }) => name.startsWith('session-'))
    const sizes = sessions.map(({ name }) => bytesIn(join(scratch, name)))
    this.#each = Math.max(this.#each, ...sizes)
    this.#together = Math.max(
      this.#together,
      sizes.reduce((sum, size) => sum + size, 0),
    )
  }
}

/** What its files take on the disk; what goes meanwhile counts nothing. */
function bytesIn(folder: string): number {
  return entriesOf(folder).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(path)
    return sum + (entry.isFile() ? (statSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512 : 0)
  }, 0)
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
