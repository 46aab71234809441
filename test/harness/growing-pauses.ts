import { setTimeout as delay } from 'node:timers/promises'

const firstMs = 10
const growth = 1.5
const longestMs = 100

/**
 * Pauses between two looks whether something has ended, each longer than the one before: every look costs the processors that the work itself needs, and
 * the longer it has taken, the less a pause adds.
 */
export function growingPauses(): () => Promise<void> {
  let next = firstMs
  return async () => {
    await delay(next)
    next = Math.min(longestMs, next * growth)
  }
}
