/** Ends the sleep of a loop early. */
export interface WakeUpSignal {
  send(): void
  /** Resolves at the next signal, or after this time where one is given; one sleeper at a time. */
  next(milliseconds?: number): Promise<void>
}

/** Wakes a sleeper once per signal; a signal while nobody sleeps is kept for the next sleeper. */
export function createWakeUpSignal(): WakeUpSignal {
  let wake: (() => void) | null = null
  let isPending = false
  return {
    send() {
      if (wake) wake()
      else isPending = true
    },
    next(milliseconds) {
      if (isPending) {
        isPending = false
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
