import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../access/context.ts'
import { messageOf } from '../kernel/errors.ts'
import { createWakeUpSignal } from '../kernel/wake-up-signal.ts'
import { recomputeScores } from '../services/scores/recompute.ts'
import { listenOn } from '../store/queue/listen.ts'
import { scoreCausesChannel } from '../store/scores/causes.ts'

/** Keeps quality scores up to date for as long as it runs. */
export interface ScoreKeeper {
  /** Returns when the computation in hand, if any, has ended. */
  stop(): Promise<void>
}

/** Causes that come so soon after each other are answered with one computation, milliseconds. */
const gatheringMilliseconds = 300

/** The longest sleep, in case a notification was lost or another process gave up, milliseconds: scores follow within five seconds. */
const longestSleep = 3000

/** Computes scores whenever there is a cause, until stopped. Any number of processes may do so; one computes at a time. */
export function startScoreKeeper(environment: Pick<Environment, 'store' | 'log'>): ScoreKeeper {
  const stopping = new AbortController()
  const wakeUp = createWakeUpSignal()
  const listener = listenOn(environment.store, scoreCausesChannel, () => wakeUp.send())
  const loop = computeUntil(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      wakeUp.send()
      await loop
      await listener.stop()
    },
  }

  async function computeUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await computeAll(signal)
      await wakeUp.next(longestSleep)
      await delay(gatheringMilliseconds, undefined, { signal }).catch(() => undefined)
    }
  }

  async function computeAll(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await recomputeScores(environment))) continue
    } catch (error) {
      if (signal.aborted) return
      environment.log.warn({ err: error }, `Quality scores could not be computed: ${messageOf(error)}`)
    }
  }
}
