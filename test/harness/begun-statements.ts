import { randomUUID } from 'node:crypto'

/** A statement that a double of a service was asked to run, which goes on when the request has been answered. */
export class BegunStatement<Answer extends object> {
  readonly id = randomUUID()
  /** Null while it runs. */
  answer: Answer | null = null
  /** Resolves when it has ended, in whatever way. */
  readonly done: Promise<void>
  readonly #stop = new AbortController()
  /** Looks at it after which one that was stopped is seen to have ended. */
  #looks = 1

  constructor(run: (signal: AbortSignal) => Promise<Answer>, failed: (error: unknown) => Answer) {
    this.done = run(this.#stop.signal)
      .catch(failed)
      .then((answer) => void (this.answer = answer))
  }

  stop(): void {
    this.#stop.abort()
  }

  /** What a look at it sees; one that was stopped is seen to run once more after its end. */
  look(): Answer | 'running' | 'cancelled' {
    if (!this.#stop.signal.aborted) return this.answer ?? 'running'
    return this.answer !== null && this.#looks-- <= 0 ? 'cancelled' : 'running'
  }
}

/** Those of a double, by their ids. */
export class BegunStatements<Answer extends object> {
  readonly #known = new Map<string, BegunStatement<Answer>>()
  readonly #failed: (error: unknown) => Answer

  /** `failed` is the answer to a statement whose run threw. */
  constructor(failed: (error: unknown) => Answer) {
    this.#failed = failed
  }

  /** The signal says that the end of the statement was asked for. */
  begin(run: (signal: AbortSignal) => Promise<Answer>): BegunStatement<Answer> {
    const begun = new BegunStatement(run, this.#failed)
    this.#known.set(begun.id, begun)
    return begun
  }

  get(id: string): BegunStatement<Answer> | undefined {
    return this.#known.get(id)
  }

  /** How many were begun. */
  get count(): number {
    return this.#known.size
  }

  /** How many are not over. */
  get running(): number {
    return [...this.#known.values()].filter(({ answer }) => answer === null).length
  }

  stopAll(): void {
    for (const statement of this.#known.values()) statement.stop()
  }
}
