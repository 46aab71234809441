import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { RunEnvironment } from '../runs/operation.ts'
import { startBeat } from '../kernel/beat.ts'
import { createWakeUpSignal, type WakeUpSignal } from '../kernel/wake-up-signal.ts'
import { messageOf } from '../kernel/errors.ts'
import { claimCompanions, workUnits } from '../runs/work-unit.ts'
import { claimMore, claimUnit, type ClaimedUnit, type HeldUnit } from '../store/queue/claim.ts'
import { leaveUnits, releaseUnits, unitsChannel } from '../store/queue/finish.ts'
import { heartbeat } from '../store/queue/heartbeat.ts'
import { listenOn } from '../store/queue/listen.ts'
import { endOverdueCommits } from '../store/queue/silence.ts'
import { fairSlots } from './fair-slots.ts'
import { createPace, type Pace } from './pace.ts'

/** The settings of one process; any number of processes work on one state. */
export interface WorkerSettings {
  /** Units worked on at once by this process; up to twice as many while other datastores would wait (see fair-slots.ts). */
  concurrency: number
  /** The time for which slots may be held before units of other datastores are taken beyond them, seconds (default 5). */
  fair_after_seconds?: number
  /** Silence after which another worker takes a unit over, seconds; heartbeats come five times as often. */
  lease_seconds: number
  /** The time that a unit has to stop before its slot is given to others, seconds (default 30). */
  patience_seconds?: number
}

/** A worker that runs. */
export interface Worker {
  /** Stops claiming, gives the units in hand back, and returns when none is left or has been let go. */
  stop(): Promise<void>
}

/** The longest sleep without a signal, in case a notification was lost, milliseconds. */
export const idlePollMilliseconds = 1000

/** More than what a connector needs to end a statement, or to leave a source that does not answer. */
const defaultPatienceSeconds = 30

/** After so long the rest of units that are done together is given back: what turns out large belongs to all workers. */
const longestTogetherMs = 2000

/** A unit in the hands of this process; `attempt` tells two of the same id apart. */
interface Held {
  id: number
  attempt: number
  unit: ClaimedUnit
  controller: AbortController
}

/** Units that are done together, mostly one; they take one slot. */
interface Slot {
  datastore_id: number | null
  held: Held[]
  /** When they were taken, milliseconds of this process. */
  since: number
  /** Resolves when the work has come back, or was let go. Never rejects. */
  gone: Promise<void>
}

/** Starts claiming units and working on them until stopped. */
export function startWorker(environment: RunEnvironment, settings: WorkerSettings): Worker {
  const slots = new Set<Slot>()
  const stopping = new AbortController()
  const wakeUp = createWakeUpSignal()
  const listener = listenOn(environment.store, unitsChannel, () => wakeUp.send())
  const beat = startBeat(settings.lease_seconds * 200, () =>
    beatOnce(environment, slots, settings.lease_seconds),
  )
  const watch = startBeat(settings.lease_seconds * 1000, () => endOverdue(environment))
  const loop = claimUntil(stopping.signal, environment, settings, slots, wakeUp)
  return {
    async stop() {
      stopping.abort()
      wakeUp.send()
      await loop
      const taken = [...slots]
      const inHand = taken.flatMap(({ held }) => held)
      for (const { controller } of inHand) controller.abort(new Error('The worker stops.'))
      await Promise.all(taken.map(({ gone }) => gone))
      await releaseUnits(
        environment.store.database,
        inHand.map(({ unit }) => unit),
      )
      await Promise.all([beat.stop(), watch.stop(), listener.stop()])
    },
  }
}

/** Fills the free slots with units, sleeps until something happens, and starts over. */
async function claimUntil(
  stopping: AbortSignal,
  environment: RunEnvironment,
  settings: WorkerSettings,
  taken: Set<Slot>,
  wakeUp: WakeUpSignal,
): Promise<void> {
  const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const { database } = environment.store
  const { lease_seconds } = settings
  const fair = fairSlots(settings)
  const pace = createPace()
  while (!stopping.aborted) {
    // The sleep begins before the search, so that a signal during the search is not missed.
    const woken = wakeUp.next(idlePollMilliseconds)
    try {
      while (!stopping.aborted) {
        const unit = await fair.next([...taken], (except) => claimUnit(database, name, lease_seconds, except))
        if (!unit) break
        const more = await companionsOf(environment, unit, pace.companions(unit), (first, most) =>
          claimMore(database, first, name, lease_seconds, most),
        )
        const slot = take(environment, [unit, ...more], settings, pace)
        taken.add(slot)
        void slot.gone.then(() => {
          taken.delete(slot)
          wakeUp.send()
        })
      }
    } catch (error) {
      if (!stopping.aborted)
        environment.log.warn({ err: error }, `Work could not be claimed: ${messageOf(error)}`)
    }
    await woken
  }
}

/** Up to `most` units to be done with the one in hand, which is done alone when they cannot be claimed: nobody else has it. */
async function companionsOf(
  environment: RunEnvironment,
  unit: ClaimedUnit,
  most: number,
  claim: (unit: ClaimedUnit, most: number) => Promise<ClaimedUnit[]>,
): Promise<ClaimedUnit[]> {
  if (most === 0) return []
  try {
    return await claimCompanions(environment, unit, (first) => claim(first, most))
  } catch (error) {
    const details = { err: error, unit: unit.id, operation: unit.operation_id }
    environment.log.warn(
      details,
      `A unit of work is done alone, as no others could be claimed: ${messageOf(error)}`,
    )
    return []
  }
}

/**
 * Begins to work on units. Work on one that was told to stop and does not come back is let go: the slot is free again, and
 * whatever it may still write is refused, because its unit is cancelled or in other hands.
 */
function take(
  environment: RunEnvironment,
  units: readonly ClaimedUnit[],
  { patience_seconds = defaultPatienceSeconds }: WorkerSettings,
  pace: Pace,
): Slot {
  const held = units.map((unit): Held => {
    const { id, attempt } = unit
    return { id, attempt, unit, controller: new AbortController() }
  })
  const since = performance.now()
  const datastore_id = units[0]?.datastore_id ?? null
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  let current = units[0]?.id
  let begun: number | null = null
  const onBegin = ({ id }: HeldUnit): void => {
    current = id
    begun ??= performance.now()
  }
  void workAndLeave(environment, held, onBegin).then(() => {
    if (units[0]) pace.note(units[0], units.length, performance.now() - (begun ?? since))
    resolve()
  })
  for (const { unit, controller } of held) {
    const letGo = (): void => {
      // Units that wait for their turn are passed over when it comes.
      if (current !== unit.id) return
      const details = { unit: unit.id, operation: unit.operation_id, kind: unit.kind }
      environment.log.error(
        details,
        `A unit of work was told to stop ${patience_seconds} seconds ago and has not; it is left to itself.`,
      )
      resolve()
    }
    const stopped = (): void => {
      const timer = setTimeout(letGo, patience_seconds * 1000)
      void gone.then(() => clearTimeout(timer))
    }
    controller.signal.addEventListener('abort', stopped, { once: true })
  }
  return { datastore_id, held, since, gone }
}

/**
 * Never throws: what cannot even be begun, because the state is out of reach or the run is of a kind that only a newer
 * service knows, is taken up again when its lease has run out. Of cancelled units it is noted when their statements in the
 * source are gone; one on a connection with a limit keeps its slot until then.
 */
async function workAndLeave(
  environment: RunEnvironment,
  held: readonly Held[],
  onBegin: (unit: HeldUnit) => void,
): Promise<void> {
  const [first] = held
  if (!first) return
  let isRefused = false
  const onRefused = () => void (isRefused = true)
  try {
    await workUnits(
      environment,
      held.map(({ unit, controller: { signal } }) => ({ unit, signal })),
      { onBegin, onRefused, longest_ms: longestTogetherMs },
    )
  } catch (error) {
    const details = { err: error, unit: first.id, operation: first.unit.operation_id }
    environment.log.error(details, `A unit of work could not be begun: ${messageOf(error)}`)
  }
  const mayBeCancelled = isRefused || held.some(({ controller }) => controller.signal.aborted)
  // A unit with a slot may have been cancelled unnoticed, and others wait for the slot.
  if (first.unit.slot === null && !mayBeCancelled) return
  const units = held.map(({ unit }) => unit)
  try {
    await leaveUnits(environment.store.database, units)
  } catch (error) {
    environment.log.warn({ err: error }, `A slot is free only when its lease ends: ${messageOf(error)}`)
  }
}

/** Extends the leases; work that is no longer ours is told to stop, which cancels its statement in the source. */
async function beatOnce(
  environment: RunEnvironment,
  slots: ReadonlySet<Slot>,
  leaseSeconds: number,
): Promise<void> {
  try {
    const held = [...slots].flatMap((slot) => slot.held)
    for (const { controller } of await heartbeat(environment.store.database, held, leaseSeconds)) {
      controller.abort(new Error('The unit was aborted or taken over.'))
    }
  } catch (error) {
    environment.log.warn({ err: error }, `A heartbeat failed: ${messageOf(error)}`)
  }
}

/** Frees the locks of workers that are out of reach, for which this one may wait with all that it does. */
async function endOverdue({ store, log }: RunEnvironment): Promise<void> {
  try {
    await endOverdueCommits(store.database)
  } catch (error) {
    log.warn({ err: error }, `Overdue commits could not be ended: ${messageOf(error)}`)
  }
}
