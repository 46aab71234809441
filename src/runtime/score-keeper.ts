import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../access/context.ts'
import { messageOf } from '../kernel/errors.ts'
import { recomputeScores } from '../services/scores/recompute.ts'
import { scoreCausesChannel } from '../store/scores/causes.ts'
import { startLoop, type Loop } from './loop.ts'

/** Causes that come so soon after each other are answered with one computation, milliseconds. */
const gatheringMilliseconds = 300

/** Causes are gathered for so many times as long as the last scores took to compute, so that large datastores do not keep a process busy. */
const restFactor = 20

/** The longest that causes are gathered, milliseconds: scores follow within five seconds. */
const longestGathering = 2500

/** So many containers at once are of a run over many, whose causes go on coming: each time its whole datastore would be computed again. */
const manyContainers = 20

/** So long datastores wait for containers of which there are ever more, milliseconds. */
const longestPutOff = 1000

/** The longest sleep, in case a notification was lost or another process gave up, milliseconds: scores follow within five seconds. */
const longestSleep = 3000

/** Computes scores whenever there is a cause, until stopped. Any number of processes may do so; one computes at a time. */
export function startScoreKeeper(environment: Pick<Environment, 'store' | 'log'>): Loop {
  let hasSlept = false
  let gathering = gatheringMilliseconds
  return startLoop(environment.store, scoreCausesChannel, async (signal) => {
    if (hasSlept) await delay(gathering, undefined, { signal }).catch(() => undefined)
    hasSlept = true
    const start = performance.now()
    let containers = 0
    let sleep = longestSleep
    try {
      for (let waiting = start; !signal.aborted;) {
        const puts_off = performance.now() - waiting < longestPutOff
        const computed = await recomputeScores(environment, { puts_off })
        if (computed === null) break
        containers += computed.containers
        if (!puts_off) waiting = performance.now()
        else if (computed.are_datastores_done) {
          // No container waits. Those that come are gathered: for each its whole datastore would be computed again.
          sleep = 0
          break
        }
      }
    } catch (error) {
      if (!signal.aborted)
        environment.log.warn({ err: error }, `Quality scores could not be computed: ${messageOf(error)}`)
    }
    const rest = containers < manyContainers ? restFactor * (performance.now() - start) : longestGathering
    gathering = Math.min(Math.max(gatheringMilliseconds, rest), longestGathering)
    return sleep
  })
}
