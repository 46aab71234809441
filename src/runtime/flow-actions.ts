import { within } from '../access/within.ts'
import { startBeat } from '../kernel/beat.ts'
import { messageOf } from '../kernel/errors.ts'
import type { RunEnvironment } from '../runs/operation.ts'
import { performAction } from '../services/flows/perform.ts'
import { claimActions, renewClaim, type ClaimedAction } from '../store/flows/claims.ts'
import { wakeFlows } from '../store/flows/flows.ts'

/** Actions that a process does at a time: most of them wait for an answer. */
const mostTogether = 16
/** Of them those of one action of a flow: a receiver that is slow does not keep the others waiting. */
const mostOfOne = 6

/** How a process does actions of flows. */
export interface FlowActionSettings {
  /** Seconds after which an action of a process that is silent is given to another. */
  lease_seconds: number
  /** Messages of one channel in a minute, over all processes; null: any number. */
  messages_per_minute: number | null
}

/** The actions of flows that this process does, so many at a time. */
export class FlowActions {
  readonly #environment: RunEnvironment
  readonly #settings: FlowActionSettings
  /** Each ends when it has begun what follows it. */
  readonly #going = new Set<Promise<void>>()
  /** Actions that take one of the places. */
  readonly #doing = new Set<ClaimedAction>()
  #beginning: Promise<void> = Promise.resolve()

  constructor(environment: RunEnvironment, settings: FlowActionSettings) {
    this.#environment = environment
    this.#settings = settings
  }

  /** True when no place is free. */
  get isFull(): boolean {
    return this.#doing.size >= mostTogether
  }

  /**
   * Begins as many actions as are due and there are places for; each begins the next when it ends. One call asks after the other, as
   * those that asked at once would fill the same places.
   */
  begin(signal: AbortSignal): Promise<void> {
    const begun = this.#beginning.then(() => this.#fillPlaces(signal))
    this.#beginning = begun.catch(() => undefined)
    return begun
  }

  /** Returns when all that were begun have ended; the signal that they were begun with must be aborted. */
  async end(): Promise<void> {
    // One that ends may have asked for the next before the signal came, and gets it afterwards.
    while (this.#going.size > 0) await Promise.all(this.#going)
  }

  async #fillPlaces(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isFull) {
      const claimed = await this.#claim()
      if (claimed.length === 0) return
      for (const action of claimed) {
        this.#doing.add(action)
        const worked: Promise<void> = this.#work(action, signal).finally(
          () => void this.#going.delete(worked),
        )
        this.#going.add(worked)
      }
    }
  }

  #claim(): Promise<ClaimedAction[]> {
    const { lease_seconds: leaseSeconds, messages_per_minute: perMinute } = this.#settings
    return within(this.#environment, (transaction) =>
      claimActions(transaction, {
        most: mostTogether - this.#doing.size,
        leaseSeconds,
        perMinute,
        perAction: mostOfOne,
        going: countOf(this.#doing),
      }),
    )
  }

  async #work(action: ClaimedAction, signal: AbortSignal): Promise<void> {
    await perform(this.#environment, action, this.#settings.lease_seconds)
    this.#doing.delete(action)
    await this.begin(signal).catch(() => undefined)
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
