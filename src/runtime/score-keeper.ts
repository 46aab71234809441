import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../access/context.ts'
import { messageOf } from '../kernel/errors.ts'
import { recomputeScores } from '../services/scores/recompute.ts'
import { scoreCausesChannel } from '../store/scores/causes.ts'
import { startLoop, type Loop } from './loop.ts'

/** Causes that come so soon after each other are answered with one computation, milliseconds. */
const gatheringMilliseconds = 300

/** The longest sleep, in case a notification was lost or another process gave up, milliseconds: scores follow within five seconds. */
const longestSleep = 3000

/** Computes scores whenever there is a cause, until stopped. Any number of processes may do so; one computes at a time. */
export function startScoreKeeper(environment: Pick<Environment, 'store' | 'log'>): Loop {
  let hasSlept = false
  return startLoop(environment.store, scoreCausesChannel, async (signal) => {
    if (hasSlept) await delay(gatheringMilliseconds, undefined, { signal }).catch(() => undefined)
    hasSlept = true
    try {
      while (!signal.aborted && (await recomputeScores(environment))) continue
    } catch (error) {
      if (!signal.aborted)
        environment.log.warn({ err: error }, `Quality scores could not be computed: ${messageOf(error)}`)
    }
    return longestSleep
  })
}
