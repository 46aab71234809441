import { randomInt } from 'node:crypto'
import type { Pool } from 'pg'
import { changeTopics, type Change, type ChangeWord } from '../model/change.ts'
import { listenOn } from './queue/listen.ts'

/** The latest changes of the state, as the database tells them. One connection per process listens, while anybody follows and for a while after. */
export interface ChangeFeed {
  /** Calls `wake` when there may be something new, at every beat and at the stop; the function that it returns ends that. */
  watch(wake: () => void): () => void
  /** What came after a position, and the position then; null when that is not known (any more). Waits until the feed has begun; watch first. */
  since(position: number | null): Promise<{ changes: Change[] | null; position: number }>
  /** True after `stop`. */
  isStopped(): boolean
  /** Wakes everybody a last time, and returns when the connection is given back. */
  stop(): Promise<void>
}

/** How long things take, milliseconds. */
export interface FeedTimes {
  /** Between two signs of life. */
  beat: number
  /** Between two wakes, in which changes gather. */
  gather: number
  /** That changes are kept after the last follower left, who may come back. */
  linger: number
}

const usualTimes: FeedTimes = { beat: 15_000, gather: 200, linger: 120_000 }

/** Notifications that are kept; who missed more begins anew. */
const mostKept = 2000

/** Positions of one beginning; each beginning has its own, so that a position of another process is not taken for one of ours. */
const positions = 10_000_000

const words: Record<string, ChangeWord> = { insert: 'created', update: 'changed', delete: 'deleted' }

/** The changes that are kept, and where they stand; `reset` begins anew at another place. */
function createRing() {
  let kept: Change[] = []
  let last = 0
  const reset = () => {
    kept = []
    last = randomInt(1, 90_000_000) * positions
  }
  return {
    reset,
    add(change: Change) {
      if (last % positions === positions - 1) reset()
      last += 1
      kept.push(change)
      if (kept.length > mostKept) kept.shift()
    },
    since(position: number | null) {
      const missed = position === null ? -1 : last - position
      const isKnown = missed >= 0 && missed <= kept.length
      return { changes: isKnown ? kept.slice(kept.length - missed) : null, position: last }
    },
  }
}

/** Listens, and wakes everybody at every beat. */
function listenWithBeat(
  pool: Pool,
  heard: (payload: string | null) => void,
  { wakeAll, beat }: { wakeAll(): void; beat: number },
): { stop(): Promise<void> } {
  const listener = listenOn({ pool }, 'assay_changes', heard)
  const timer = setInterval(wakeAll, beat).unref()
  return {
    async stop() {
      clearInterval(timer)
      await listener.stop()
    },
  }
}

/** Connects for the first who follows. */
export function createChangeFeed(pool: Pool, times: FeedTimes = usualTimes): ChangeFeed {
  const wakers = new Set<() => void>()
  const ring = createRing()
  let begun = Promise.withResolvers<void>()
  let listening: { stop(): Promise<void> } | null = null
  let leaving: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let stopped = false

  const wakeAll = () => {
    gathering = undefined
    for (const wake of wakers) wake()
  }
  const heard = (payload: string | null) => {
    if (payload === null) {
      ring.reset()
      begun.resolve()
    } else {
      const change = readChange(payload)
      if (change) ring.add(change)
    }
    gathering ??= setTimeout(wakeAll, times.gather).unref()
  }
  const end = async () => {
    const ended = listening
    listening = null
    begun = Promise.withResolvers()
    await ended?.stop()
  }

  return {
    watch(wake) {
      clearTimeout(leaving)
      if (!stopped) listening ??= listenWithBeat(pool, heard, { wakeAll, beat: times.beat })
      wakers.add(wake)
      return () => {
        wakers.delete(wake)
        clearTimeout(leaving)
        if (wakers.size === 0) leaving = setTimeout(() => void end(), times.linger).unref()
      }
    },
    async since(position) {
      if (!stopped) await begun.promise
      return ring.since(position)
    },
    isStopped: () => stopped,
    async stop() {
      stopped = true
      clearTimeout(leaving)
      clearTimeout(gathering)
      begun.resolve()
      wakeAll()
      await end()
    },
  }
}

/** `operations update 3 17:5,18:9`, as migrations/000160 writes it; null for anything else, which only wakes. */
function readChange(payload: string): Change | null {
  const [kind, operation = '', datastore, ids = ''] = payload.split(' ')
  const topic = changeTopics.find((one) => one === kind)
  const change = words[operation]
  if (!topic || !change) return null
  const entities =
    ids === '*'
      ? null
      : ids.split(',').map((pair) => {
          const [id, revision = ''] = pair.split(':')
          return { id: Number(id), revision: revision === '' ? null : Number(revision) }
        })
  return { kind: topic, change, datastore_id: datastore === '-' ? null : Number(datastore), entities }
}
