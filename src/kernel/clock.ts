/** Where the time comes from; tests hand in their own. */
export interface Clock {
  now(): Date
}

/** The time of this machine. */
export const systemClock: Clock = { now: () => new Date() }
