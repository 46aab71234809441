import { createHash } from 'node:crypto'
import { Aborted } from '../../kernel/errors.ts'

/** Credentials that end. */
export interface Lasting<Value> {
  value: Value
  /** Milliseconds from now. */
  lasts_ms: number
}

/** Credentials are had anew so long before their end. */
const spareMs = 5 * 60_000
const mostHeld = 200

interface Held<Value> {
  value: Value
  until: number
}

/**
 * Credentials by who they are for, held in the memory of this process until shortly before their end. Of several requests that
 * need them, one asks, and for itself alone: no request that is aborted takes them away from the others.
 */
export class Renewed<Value> {
  readonly #held = new Map<string, Promise<Held<Value>>>()

  /** `identity` is all that the answer depends on, secrets too. Throws what `ask` throws, and Aborted. */
  async value(
    identity: readonly unknown[],
    ask: () => Promise<Lasting<Value>>,
    signal: AbortSignal,
  ): Promise<Value> {
    const id = createHash('sha256').update(JSON.stringify(identity)).digest('base64')
    const asked = this.#held.get(id) ?? this.#ask(id, ask)
    const held = await unlessAborted(asked, signal)
    if (performance.now() < held.until) return held.value
    if (this.#held.get(id) === asked) this.#held.delete(id)
    return (await unlessAborted(this.#held.get(id) ?? this.#ask(id, ask), signal)).value
  }

  #ask(id: string, ask: () => Promise<Lasting<Value>>): Promise<Held<Value>> {
    const asked = ask().then(
      ({ value, lasts_ms }) => ({ value, until: performance.now() + lasts_ms - spareMs }),
      (error: unknown) => {
        if (this.#held.get(id) === asked) this.#held.delete(id)
        throw error
      },
    )
    this.#held.set(id, asked)
    const [oldest] = this.#held.keys()
    if (this.#held.size > mostHeld && oldest !== undefined) this.#held.delete(oldest)
    return asked
  }
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) throw new Aborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(new Aborted())
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
