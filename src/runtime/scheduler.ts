import type { RunEnvironment } from '../runs/operation.ts'
import { messageOf } from '../kernel/errors.ts'
import { fireDueSchedule } from '../runs/schedules/fire.ts'
import { nextDue, schedulesChannel } from '../store/schedules.ts'
import { startLoop, type Loop } from './loop.ts'

/** The longest sleep, in case a notification was lost or a clock was set, milliseconds. */
const longestSleep = 30_000

/** The pause after a failure, milliseconds. */
const retryPause = 1000

/** Fires schedules as they fall due, until stopped; sleeps in between until the next one, or until one is changed. */
export function startScheduler(environment: RunEnvironment): Loop {
  return startLoop(environment.store, schedulesChannel, fireDue)

  /** Fires what is due, and answers with how long to sleep. */
  async function fireDue(signal: AbortSignal): Promise<number> {
    try {
      while (!signal.aborted && (await fireDueSchedule(environment))) continue
      const next = await nextDue(environment.store.database)
      if (next === null) return longestSleep
      const now = await environment.clock.now(environment.store.database)
      const wait = next.getTime() - now.getTime()
      // Due and yet not fired: another scheduler has it in hand.
      return wait <= 0 ? retryPause : Math.min(wait, longestSleep)
    } catch (error) {
      if (!signal.aborted) {
        environment.log.warn({ err: error }, `Schedules could not be fired: ${messageOf(error)}`)
      }
      return retryPause
    }
  }
}
