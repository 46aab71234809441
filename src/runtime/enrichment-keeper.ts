import type { Environment } from '../access/context.ts'
import { messageOf } from '../kernel/errors.ts'
import { createWakeUpSignal } from '../kernel/wake-up-signal.ts'
import { deliver } from '../services/enrichment/deliver.ts'

/** Writes results that could not be written at once, for as long as it runs. */
export interface EnrichmentKeeper {
  /** Ends what is being written, without loss, and returns. */
  stop(): Promise<void>
}

/** The pause before it looks again for what is due, milliseconds. */
const pauseMs = 5000

/** Tries what is due until stopped; what fails waits for longer after every try. Any number of processes may do so. */
export function startEnrichmentKeeper(environment: Environment): EnrichmentKeeper {
  const stopping = new AbortController()
  const wakeUp = createWakeUpSignal()
  const loop = deliverUntil(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      wakeUp.send()
      await loop
    },
  }

  async function deliverUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await deliverAll(signal)
      await wakeUp.next(pauseMs)
    }
  }

  async function deliverAll(signal: AbortSignal): Promise<void> {
    try {
      for (let isLast = false; !isLast && !signal.aborted;) {
        const delivery = await deliver(environment, null, signal)
        isLast = delivery === null || delivery === 'busy'
      }
    } catch (error) {
      if (signal.aborted) return
      environment.log.warn({ err: error }, `Results could not be written: ${messageOf(error)}`)
    }
  }
}
