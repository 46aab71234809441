/** Reads of the state that many ask for at the same time, such as all who follow one run. */
export interface SharedReads {
  /** The answer of `read`, asked once for all who want the same key in the same turn of the event loop. */
  once<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>
}

/** Shares between those who ask in this process. */
export function createSharedReads(): SharedReads {
  const begun = new Map<string, Promise<unknown>>()
  return {
    once<Answer>(key: string, read: () => Promise<Answer>) {
      const shared =
        begun.get(key) ??
        new Promise((resolve) => setImmediate(resolve)).then(() => {
          // A question from here on may be about something later than this answer.
          begun.delete(key)
          return read()
        })
      begun.set(key, shared)
      return shared as Promise<Answer>
    },
  }
}
