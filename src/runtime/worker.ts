import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Environment } from '../access/context.ts'
import { createBell, type Bell } from '../kernel/bell.ts'
import { messageOf } from '../kernel/errors.ts'
import { workUnit } from '../operations/work-unit.ts'
import { claimUnit, type ClaimedUnit } from '../store/queue/claim.ts'
import { leaveUnit, releaseUnit, unitsChannel } from '../store/queue/finish.ts'
import { heartbeat } from '../store/queue/heartbeat.ts'
import { listenOn } from '../store/queue/listen.ts'

export interface WorkerSettings {
  /** Units worked on at once by this process. */
  concurrency: number
  /** Silence after which another worker takes a unit over, seconds; heartbeats come five times as often. */
  lease_seconds: number
}

export interface Worker {
  /** Stops claiming, gives the units in hand back, and returns when none is left. */
  stop(): Promise<void>
}

/** How long to sleep when nothing was said, in case a notification was lost, milliseconds. */
export const idlePollMilliseconds = 1000

interface Held {
  unit: ClaimedUnit
  controller: AbortController
  done: Promise<void>
}

/** Starts claiming units and working on them until stopped. */
export function startWorker(environment: Environment, settings: WorkerSettings): Worker {
  const held = new Map<number, Held>()
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
      const inHand = [...held.values()]
      for (const { controller } of inHand) controller.abort(new Error('The worker stops.'))
      await Promise.allSettled(inHand.map(({ done }) => done))
      for (const { unit } of inHand) await releaseUnit(environment.store.database, unit)
      clearInterval(beat)
      await listener.stop()
    },
  }
}

/** Fills the free hands with units, sleeps until something happens, and starts over. */
async function claimUntil(
  stopping: AbortSignal,
  environment: Environment,
  settings: WorkerSettings,
  held: Map<number, Held>,
  bell: Bell,
): Promise<void> {
  const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  while (!stopping.aborted) {
    // The sleep begins before the look, so that a ring during the look is not missed.
    const woken = bell.next(idlePollMilliseconds)
    try {
      while (!stopping.aborted && held.size < settings.concurrency) {
        const unit = await claimUnit(environment.store.database, name, settings.lease_seconds)
        if (!unit) break
        const controller = new AbortController()
        const done = workAndLeave(environment, unit, controller.signal).finally(() => {
          held.delete(unit.id)
          bell.ring()
        })
        held.set(unit.id, { unit, controller, done })
      }
    } catch (error) {
      if (!stopping.aborted)
        environment.log.warn({ err: error }, `Work could not be claimed: ${messageOf(error)}`)
    }
    await woken
  }
}

/**
 * Never throws: what cannot even be begun, because the state is out of reach or the run is of a kind that only a newer
 * service knows, is taken up again when its lease has run out. A cancelled unit on a connection with a limit keeps its
 * place until its statement in the source is gone.
 */
async function workAndLeave(environment: Environment, unit: ClaimedUnit, signal: AbortSignal): Promise<void> {
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
  environment: Environment,
  held: ReadonlyMap<number, Held>,
  leaseSeconds: number,
): Promise<void> {
  try {
    const units = [...held.values()].map(({ unit }) => unit)
    for (const id of await heartbeat(environment.store.database, units, leaseSeconds)) {
      held.get(id)?.controller.abort(new Error('The unit was aborted or taken over.'))
    }
  } catch (error) {
    environment.log.warn({ err: error }, `A heartbeat failed: ${messageOf(error)}`)
  }
}
