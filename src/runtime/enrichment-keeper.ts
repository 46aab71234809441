import type { Environment } from '../access/context.ts'
import { messageOf } from '../kernel/errors.ts'
import { deliver } from '../services/enrichment/deliver.ts'
import { startLoop, type Loop } from './loop.ts'

/** The pause before it looks again for what is due, milliseconds. */
const pauseMs = 5000

/** Writes results that could not be written at once, until stopped; what fails waits for longer after every try. Any number of processes may do so. */
export function startEnrichmentKeeper(environment: Environment): Loop {
  return startLoop(environment.store, null, async (signal) => {
    try {
      for (let isLast = false; !isLast && !signal.aborted;) {
        const delivery = await deliver(environment, null, signal)
        isLast = delivery === null || delivery === 'busy'
      }
    } catch (error) {
      if (!signal.aborted)
        environment.log.warn({ err: error }, `Results could not be written: ${messageOf(error)}`)
    }
    return pauseMs
  })
}
