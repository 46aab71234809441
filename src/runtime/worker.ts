import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { RunEnvironment } from '../runs/operation.ts'
import { createBell, type Bell } from '../kernel/bell.ts'
import { messageOf } from '../kernel/errors.ts'
import { workUnit } from '../runs/work-unit.ts'
import { claimUnit, type ClaimedUnit } from '../store/queue/claim.ts'
import { leaveUnit, releaseUnit, unitsChannel } from '../store/queue/finish.ts'
import { heartbeat } from '../store/queue/heartbeat.ts'
import { listenOn } from '../store/queue/listen.ts'
import { fairSlots } from './fair-slots.ts'

export interface WorkerSettings {
  /** Units worked on at once by this process; up to twice as many while other datastores would wait (see fair-slots.ts). */
  concurrency: number
  /** How long the slots may be held before units of other datastores are taken beyond them, seconds (default 5). */
  fair_after_seconds?: number
  /** Silence after which another worker takes a unit over, seconds; heartbeats come five times as often. */
  lease_seconds: number
  /** How long a unit that was told to stop may take to do so before its slot is given to others, seconds (default 30). */
  patience_seconds?: number
}

export interface Worker {
  /** Stops claiming, gives the units in hand back, and returns when none is left or has been let go. */
  stop(): Promise<void>
}

/** How long to sleep when nothing was said, in case a notification was lost, milliseconds. */
export const idlePollMilliseconds = 1000

/** More than what a connector needs to end a statement, or to leave a source that does not answer. */
const defaultPatienceSeconds = 30

/** A unit in the hands of this process; `attempt` tells two of the same id apart. */
interface Held {
  id: number
  attempt: number
  unit: ClaimedUnit
  /** When it was taken, milliseconds of this process. */
  since: number
  controller: AbortController
  /** Resolves when its work has come back, or was let go. Never rejects. */
  gone: Promise<void>
}

/** Starts claiming units and working on them until stopped. */
export function startWorker(environment: RunEnvironment, settings: WorkerSettings): Worker {
  const held = new Set<Held>()
  const stopping = new AbortController()
  const bell = createBell()
  const listener = listenOn(environment.store, unitsChannel, () => bell.ring())
  const beat = setInterval(
    () => void beatOnce(environment, held, settings.lease_seconds),
    settings.lease_seconds * 200,
  )
  const loop = claimUntil(stopping.signal, environment, settings, held, bell)
  return {
    async stop() {
      stopping.abort()
      bell.ring()
      await loop
      const inHand = [...held]
      for (const { controller } of inHand) controller.abort(new Error('The worker stops.'))
      await Promise.all(inHand.map(({ gone }) => gone))
      for (const { unit } of inHand) await releaseUnit(environment.store.database, unit)
      clearInterval(beat)
      await listener.stop()
    },
  }
}

/** Fills the free hands with units, sleeps until something happens, and starts over. */
async function claimUntil(
  stopping: AbortSignal,
  environment: RunEnvironment,
  settings: WorkerSettings,
  held: Set<Held>,
  bell: Bell,
): Promise<void> {
  const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const slots = fairSlots(settings)
  while (!stopping.aborted) {
    // The sleep begins before the look, so that a ring during the look is not missed.
    const woken = bell.next(idlePollMilliseconds)
    try {
      while (!stopping.aborted) {
        const unit = await slots.next([...held], (except) =>
          claimUnit(environment.store.database, name, settings.lease_seconds, except),
        )
        if (!unit) break
        const taken = take(environment, unit, settings)
        held.add(taken)
        void taken.gone.then(() => {
          held.delete(taken)
          bell.ring()
        })
      }
    } catch (error) {
      if (!stopping.aborted)
        environment.log.warn({ err: error }, `Work could not be claimed: ${messageOf(error)}`)
    }
    await woken
  }
}

/**
 * Begins to work on a unit. One that was told to stop and does not come back is let go: its slot is free again, and
 * whatever it may still write is refused, because its unit is cancelled or in other hands.
 */
function take(
  environment: RunEnvironment,
  unit: ClaimedUnit,
  { patience_seconds = defaultPatienceSeconds }: WorkerSettings,
): Held {
  const controller = new AbortController()
  const { signal } = controller
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  void workAndLeave(environment, unit, signal).then(resolve)
  const letGo = (): void => {
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
  signal.addEventListener('abort', stopped, { once: true })
  return { id: unit.id, attempt: unit.attempt, unit, since: performance.now(), controller, gone }
}

/**
 * Never throws: what cannot even be begun, because the state is out of reach or the run is of a kind that only a newer
 * service knows, is taken up again when its lease has run out. A cancelled unit on a connection with a limit keeps its
 * place until its statement in the source is gone.
 */
async function workAndLeave(
  environment: RunEnvironment,
  unit: ClaimedUnit,
  signal: AbortSignal,
): Promise<void> {
  try {
    await workUnit(environment, unit, signal)
  } catch (error) {
    const details = { err: error, unit: unit.id, operation: unit.operation_id }
    environment.log.error(details, `A unit of work could not be begun: ${messageOf(error)}`)
  }
  if (unit.place === null) return
  try {
    await leaveUnit(environment.store.database, unit)
  } catch (error) {
    environment.log.warn({ err: error }, `A place is free only when its lease ends: ${messageOf(error)}`)
  }
}

/** Extends the leases; work that is no longer ours is told to stop, which cancels its statement in the source. */
async function beatOnce(
  environment: RunEnvironment,
  held: ReadonlySet<Held>,
  leaseSeconds: number,
): Promise<void> {
  try {
    for (const { controller } of await heartbeat(environment.store.database, [...held], leaseSeconds)) {
      controller.abort(new Error('The unit was aborted or taken over.'))
    }
  } catch (error) {
    environment.log.warn({ err: error }, `A heartbeat failed: ${messageOf(error)}`)
  }
}
