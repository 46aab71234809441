import type { Pool } from 'pg'
import { listenOn } from './queue/listen.ts'

/**
 * Tells those of this process who follow runs when to look again. However many they are, one connection listens, and what
 * several of them look up at the same time is looked up once.
 */
export interface OperationChanges {
  /** Calls `wake` at every change of the run, at every beat, and at the stop; the function that it returns ends that. */
  watch(operationId: number, wake: () => void): () => void
  /** The answer of `load`, asked once for all who want the same key in the same turn of the event loop. */
  once<Answer>(key: string, load: () => Promise<Answer>): Promise<Answer>
  /** True once nobody is told any more. */
  isStopped(): boolean
  /** Wakes everybody a last time, and returns when the connection is given back; a second call does nothing. */
  stop(): Promise<void>
  /** The number of watchers. */
  watchers(): number
}

/** The channel on which the database names the runs that changed; see migrations/000015. */
const changesChannel = 'assay_operations'

/** The interval at which everybody looks again without a notification: a lost one, or a right that was taken, shows then at the latest. */
const beatMilliseconds = 15_000

/** Connects for the first who watches, and gives the connection back after the last; a beat every 15 s unless `beat` says otherwise, milliseconds. */
export function createOperationChanges(pool: Pool, beat = beatMilliseconds): OperationChanges {
  const wakers = new Map<number, Set<() => void>>()
  const loading = new Map<string, Promise<unknown>>()
  let listening: { stop(): Promise<void> } | null = null
  let stopped = false

  const wakeAll = () => {
    for (const watching of wakers.values()) for (const wake of watching) wake()
  }
  const begin = () => {
    const listener = listenOn({ pool }, changesChannel, (payload) => {
      if (payload === null) wakeAll()
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
    once<Answer>(key: string, load: () => Promise<Answer>) {
      const shared =
        loading.get(key) ??
        new Promise((resolve) => setImmediate(resolve)).then(() => {
          // Whoever asks from here on might want to know of something later than this answer.
          loading.delete(key)
          return load()
        })
      loading.set(key, shared)
      return shared as Promise<Answer>
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
