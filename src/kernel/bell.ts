/** Something to sleep by. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring, or after this time where one is given; one sleeper at a time. */
  next(milliseconds?: number): Promise<void>
}

/** Wakes a sleeper once per ring; a ring while nobody sleeps is kept for the next sleeper. */
export function createBell(): Bell {
  let wake: (() => void) | null = null
  let rung = false
  return {
    ring() {
      if (wake) wake()
      else rung = true
    },
    next(milliseconds) {
      if (rung) {
        rung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(() => wake?.(), milliseconds)
        wake = () => {
          clearTimeout(timer)
          wake = null
          resolve()
        }
      })
    },
  }
}
