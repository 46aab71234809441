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
  /** Each ends when it has begun what follows it. */
  const going = new Set<Promise<void>>()
  /** Actions that take one of the places. */
  const doing = new Set<ClaimedAction>()
  let beginning: Promise<void> = Promise.resolve()
  const loop = startLoop(environment.store, flowsChannel, turn)
  return {
    async stop() {
      await loop.stop()
      // One that ends may have asked for the next before this was heard of, and gets it afterwards.
      while (going.size > 0) await Promise.all(going)
    },
  }

  async function turn(signal: AbortSignal): Promise<number> {
    try {
      while (!signal.aborted && (await fireDueFlow(environment))) continue
      while (!signal.aborted && (await matchEvents(environment))) await begin(signal)
      await endActionsOfRuns(environment)
      await begin(signal)
      if (doing.size >= mostTogether) return longestSleep
      const wait = await untilNextDue(environment.store.database)
      // Due and yet not begun: another process has it in hand.
      return wait === null ? longestSleep : Math.min(Math.max(wait, shortestSleep), longestSleep)
    } catch (error) {
      if (!signal.aborted)
        environment.log.warn({ err: error }, `Flows could not be set off: ${messageOf(error)}`)
      return retryPause
    }
  }

  /**
   * Begins as many actions as are due and there are places for; each begins the next when it ends. One asks after the other, as those that
   * asked at once would fill the same places.
   */
  function begin(signal: AbortSignal): Promise<void> {
    const begun = beginning.then(() => fillPlaces(signal))
    beginning = begun.catch(() => undefined)
    return begun
  }

  async function fillPlaces(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && doing.size < mostTogether) {
      const claimed = await within(environment, (transaction) =>
        claimActions(transaction, {
          most: mostTogether - doing.size,
          leaseSeconds: settings.lease_seconds,
          perMinute: settings.messages_per_minute,
          perAction: mostOfOne,
          going: countOf(doing),
        }),
      )
      if (claimed.length === 0) return
      for (const action of claimed) {
        doing.add(action)
        const worked: Promise<void> = work(action, signal).finally(() => void going.delete(worked))
        going.add(worked)
      }
    }
  }

  async function work(action: ClaimedAction, signal: AbortSignal): Promise<void> {
    await perform(environment, action, settings.lease_seconds)
    doing.delete(action)
    await begin(signal).catch(() => undefined)
  }
}

/** Does the action as long as it is in these hands; what becomes of it is kept with it. */
async function perform(
  environment: RunEnvironment,
  action: ClaimedAction,
  leaseSeconds: number,
): Promise<void> {
  // The lease ends by itself when the state cannot be reached.
  const renewal = startBeat((leaseSeconds * 1000) / 3, () =>
    renewClaim(environment.store.database, action, leaseSeconds).catch(() => undefined),
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
}

/** How many there are of each action of a flow, by its id. */
function countOf(claimed: Iterable<ClaimedAction>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { action_id: id } of claimed) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
