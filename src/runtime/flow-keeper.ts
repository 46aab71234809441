import type { RunEnvironment } from '../runs/operation.ts'
import { within } from '../access/within.ts'
import { startBeat } from '../kernel/beat.ts'
import { messageOf } from '../kernel/errors.ts'
import { matchEvents } from '../services/flows/match.ts'
import { endActionsOfRuns, performAction } from '../services/flows/perform.ts'
import { fireDueFlow } from '../services/flows/tick.ts'
import { claimActions, renewClaim, untilNextDue, type ClaimedAction } from '../store/flows/claims.ts'
import { flowsChannel, wakeFlows } from '../store/flows/flows.ts'
import { startLoop, type Loop } from './loop.ts'

/** Actions that a process does at a time: most of them wait for an answer. */
const mostTogether = 16
/** Of them those of one action of a flow: a receiver that is slow does not keep the others waiting. */
const mostOfOne = 6
/** The longest sleep, in case a notification was lost, milliseconds. */
const longestSleep = 5000
/** The shortest sleep, milliseconds: what is due may be in the hands of another process. */
const shortestSleep = 200

/** The pause after a failure, milliseconds. */
const retryPause = 1000

/** Its settings. */
interface FlowKeeperSettings {
  /** Seconds after which an action of a process that is silent is given to another. */
  lease_seconds: number
  /** Messages of one channel in a minute, over all processes; null: any number. */
  messages_per_minute: number | null
}

/** Sets off flows and does their actions until stopped. Any number of processes may do so. */
export function startFlowKeeper(environment: RunEnvironment, settings: FlowKeeperSettings): Loop {
  const going = new Map<Promise<void>, number>()
  const loop = startLoop(environment.store, flowsChannel, turn)
  return {
    async stop() {
      await loop.stop()
      // One that ends may have asked for the next before this was heard of, and gets it afterwards.
      while (going.size > 0) await Promise.all(going.keys())
    },
  }

  async function turn(signal: AbortSignal): Promise<number> {
    try {
      while (!signal.aborted && (await fireDueFlow(environment))) continue
      while (!signal.aborted && (await matchEvents(environment))) await begin(signal)
      await endActionsOfRuns(environment)
      await begin(signal)
      if (going.size >= mostTogether) return longestSleep
      const wait = await untilNextDue(environment.store.database)
      // Due and yet not begun: another process has it in hand.
      return wait === null ? longestSleep : Math.min(Math.max(wait, shortestSleep), longestSleep)
    } catch (error) {
      if (!signal.aborted)
        environment.log.warn({ err: error }, `Flows could not be set off: ${messageOf(error)}`)
      return retryPause
    }
  }

  /** Begins as many actions as are due and free; each begins the next when it ends. */
  async function begin(signal: AbortSignal, leaving = 0): Promise<void> {
    while (!signal.aborted && going.size - leaving < mostTogether) {
      const claimed = await within(environment, (transaction) =>
        claimActions(transaction, {
          most: mostTogether - going.size + leaving,
          leaseSeconds: settings.lease_seconds,
          perMinute: settings.messages_per_minute,
          perAction: mostOfOne,
          going: countOf(going.values()),
        }),
      )
      if (claimed.length === 0) return
      for (const action of claimed) {
        const work: Promise<void> = perform(action, signal).finally(() => void going.delete(work))
        going.set(work, action.action_id)
      }
    }
  }

  async function perform(action: ClaimedAction, signal: AbortSignal): Promise<void> {
    // The lease ends by itself when the state cannot be reached.
    const renewal = startBeat((settings.lease_seconds * 1000) / 3, () =>
      renewClaim(environment.store.database, action, settings.lease_seconds).catch(() => undefined),
    )
    try {
      const isLater = await performAction(environment, action)
      // The loop may sleep for longer than until the next attempt.
      if (isLater) await wakeFlows(environment.store.database)
    } catch (error) {
      environment.log.warn({ err: error }, `An action of a flow could not be ended: ${messageOf(error)}`)
    } finally {
      await renewal.stop()
    }
    // The slot of this one is free once its promise is settled, so it is not counted.
    await begin(signal, 1).catch(() => undefined)
  }
}

function countOf(ids: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
