import type { Caller } from '../model/principal.ts'

/** Bytes of all answers that are kept, and of one. */
const mostKept = 8 * 1024 * 1024
const largest = 1024 * 1024
/** Milliseconds; the state may be set back to an older one by its operators, and then say the same for something else. */
const longest = 60_000

interface KeptAnswer {
  /** That of the caller for whom it was made. */
  snapshot: string
  bytes: Buffer
  /** By the clock of the process. */
  made: number
}

/** What was asked for: the address with its query. */
interface Asked {
  method: string
  url: string
}

/**
 * Answers as the bytes of their JSON, by who asked for what: who asks again while nothing was committed to the state gets the same, and
 * nothing is read or made anew. Only for answers that follow from the state, the caller and the address (`FromState`).
 *
 * A caller with the snapshot of a kept answer was looked up in the state from which it was made, or while it was being made: it
 * is never older than the request that gets it.
 */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>()
  #size = 0
  readonly #now: () => number

  /** `now` in milliseconds (default: the clock of the process). */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Null when none is kept, or something was committed since. */
  find(caller: Caller, asked: Asked): Buffer | null {
    const kept = this.#answers.get(keyOf(caller, asked))
    if (!kept || kept.snapshot !== caller.snapshot || this.#now() - kept.made > longest) return null
    return kept.bytes
  }

  /** Keeps an answer that was made after the caller was looked up, and returns it. Those that were kept first go when there are too many. */
  keep(caller: Caller, asked: Asked, text: string): Buffer {
    const bytes = Buffer.from(text)
    const key = keyOf(caller, asked)
    this.#drop(key)
    if (bytes.length > largest) return bytes
    this.#answers.set(key, { snapshot: caller.snapshot, bytes, made: this.#now() })
    this.#size += bytes.length
    for (const oldest of this.#answers.keys()) {
      if (this.#size <= mostKept) break
      this.#drop(oldest)
    }
    return bytes
  }

  #drop(key: string): void {
    this.#size -= this.#answers.get(key)?.bytes.length ?? 0
    this.#answers.delete(key)
  }
}

/** By user, not by token: what somebody may see is a matter of the user. */
function keyOf({ user_id }: Caller, { method, url }: Asked): string {
  return `${user_id} ${method} ${url}`
}
