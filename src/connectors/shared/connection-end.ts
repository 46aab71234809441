/**
 * The end of a connection, which settles everything that waits for the other side: drivers forget some of those who wait, and
 * say nothing of a connection that they drop themselves.
 */
export class ConnectionEnd {
  readonly #listeners = new Set<(reason: Error) => void>()
  #reason: Error | null = null

  get isOver(): boolean {
    return this.#reason !== null
  }

  /** Only the first reason counts. */
  come(reason: Error): void {
    if (this.#reason) return
    this.#reason = reason
    for (const listener of this.#listeners) listener(reason)
    this.#listeners.clear()
  }

  /** Calls `listener` once, at once if the connection is over already; the answer takes it back. */
  listen(listener: (reason: Error) => void): () => void {
    if (this.#reason) {
      listener(this.#reason)
      return () => undefined
    }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The answer of `work`, or the reason of the end as an error, whichever comes first; after the end `work` is not begun. */
  async before<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#reason) throw this.#reason
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    // A race with a promise that lives as long as the connection would keep every answer in memory.
    const forget = this.listen(reject)
    work().then(resolve, reject)
    return promise.finally(forget)
  }
}
