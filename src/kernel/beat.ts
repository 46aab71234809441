/** Work that is begun at a fixed pace until it is stopped. */
export interface Beat {
  /** Begins it no more, and returns when all that was begun has ended: what it uses may then be closed. */
  stop(): Promise<void>
}

/** Begins the work every so many milliseconds, also while an earlier one is not done: that may wait for what never answers. It must not throw. */
export function startBeat(milliseconds: number, work: () => Promise<unknown>): Beat {
  const going = new Set<Promise<unknown>>()
  const timer = setInterval(() => {
    const one: Promise<unknown> = work().finally(() => void going.delete(one))
    going.add(one)
  }, milliseconds)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(going)
    },
  }
}
