import type { Pool } from 'pg'
import { listenOn } from './queue/listen.ts'

/** Wakes the followers of runs in this process when a run changes. One connection listens for all of them. */
export interface OperationChanges {
  /** Calls `wake` at every change of the run, at every beat, and at the stop; the function that it returns ends that. */
  watch(operationId: number, wake: () => void): () => void
  /** True after `stop`. */
  isStopped(): boolean
  /** Wakes everybody a last time, and returns when the connection is given back; a second call does nothing. */
  stop(): Promise<void>
  /** The number of watchers. */
  watchers(): number
}

/** The channel on which the database names the runs that changed; see migrations/000015. */
const changesChannel = 'assay_operations'

/** In place of the id of a run: somebody lost a session, a token or a permission; see migrations/000159. */
const everybody = 'all'

/** The interval at which followers read again without a notification, so that a lost one, or a withdrawn permission, is noticed. */
const beatMilliseconds = 15_000

/** Connects for the first who watches, and gives the connection back after the last; a beat every 15 s unless `beat` says otherwise, milliseconds. */
export function createOperationChanges(pool: Pool, beat = beatMilliseconds): OperationChanges {
  const wakers = new Map<number, Set<() => void>>()
  let listening: { stop(): Promise<void> } | null = null
  let stopped = false

  const wakeAll = () => {
    for (const watching of wakers.values()) for (const wake of watching) wake()
  }
  const begin = () => {
    const listener = listenOn({ pool }, changesChannel, (payload) => {
      if (payload === null || payload === everybody) wakeAll()
      else for (const wake of wakers.get(Number(payload)) ?? []) wake()
    })
    const timer = setInterval(wakeAll, beat)
    listening = {
      async stop() {
        clearInterval(timer)
        await listener.stop()
      },
    }
  }
  const end = async () => {
    const ended = listening
    listening = null
    await ended?.stop()
  }

  return {
    watch(operationId, wake) {
      if (!stopped && !listening) begin()
      const watchers = wakers.get(operationId) ?? new Set()
      wakers.set(operationId, watchers.add(wake))
      return () => {
        watchers.delete(wake)
        if (watchers.size === 0 && wakers.get(operationId) === watchers) wakers.delete(operationId)
        if (wakers.size === 0) void end()
      }
    },
    isStopped: () => stopped,
    async stop() {
      stopped = true
      wakeAll()
      await end()
    },
    watchers: () => [...wakers.values()].reduce((total, of) => total + of.size, 0),
  }
}
