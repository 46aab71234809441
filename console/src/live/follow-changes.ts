import type { Query } from '@tanstack/react-query'
import { isAskedBefore, isMissing, outdate } from '../api/answers.ts'
import { sharedValue } from '../kit/shared-value.ts'
import { suspectAbsence } from './absence.ts'
import { isFollowed } from './follow-run.ts'
import { listen } from './stream.ts'

/** What the service tells of, and the first parts of the addresses whose answers it makes old. */
const told: Record<string, readonly string[]> = {
  operations: ['operations', 'overview', 'datastores', 'container', 'observability'],
  anomalies: ['anomalies', 'overview', 'observability'],
  'quality-checks': ['quality-checks', 'observability'],
  schedules: ['operations/schedule'],
  notifications: ['notifications'],
}

/** Least time between two looks when much changes, milliseconds. */
const pause = 700

/** For so long what a page shows first waits for the stream, milliseconds. */
const patience = 250

/** How the page is kept up to date: as things change, not at the moment, or not while nobody sees it. */
export type LiveState = 'live' | 'reconnecting' | 'hidden'

let state: LiveState = 'reconnecting'
const listeners = new Set<() => void>()

/** Ends the stream that is open; null: none is. */
let close: (() => void) | null = null

/** What waits for the first place of the stream; null: it has one. */
let waiting: (() => void)[] | null = []

/** Whether what a page asks for is told of from then on, or was waited for as long as it may be; for good. */
const isBegun = sharedValue(false)

/** The same, for what asks as soon as it is drawn. */
export const useBegun = (): boolean => isBegun.use()

/** Has what changed asked again, as long as somebody looks at the page; the result stops it. */
export function followChanges(): () => void {
  const attend = () => {
    if (document.hidden) {
      // A browser has few connections to a host, for all its tabs together.
      closeStream()
      put('hidden')
    } else openStream()
  }
  attend()
  document.addEventListener('visibilitychange', attend)
  return () => {
    document.removeEventListener('visibilitychange', attend)
    closeStream()
  }
}

/** Opens the stream, unless it is open or nobody sees the page: before the page asks for anything, since the service tells only what changes from then on. */
export function openStream(): void {
  if (close !== null) return
  if (document.hidden) return stopWaiting()
  waiting = []
  setTimeout(stopWaiting, patience)
  close = listen(`/api/events?topics=${Object.keys(told).join(',')}`, {
    open: () => put('live'),
    resync() {
      lookAgain(Object.keys(told))
      stopWaiting()
    },
    change: ({ data }) => lookAgain([JSON.parse(data).kind]),
    error() {
      put('reconnecting')
      stopWaiting()
      void suspectAbsence()
    },
    refused() {
      closeStream()
      put('reconnecting')
      void outdate('users')
    },
  })
}

/** Ends it, as when nobody is signed in. */
export function closeStream(): void {
  close?.()
  close = null
  stopWaiting()
}

/** Has something asked for as soon as the stream tells what changes from then on, or would take too long: what is asked before is asked again. */
export function onceFollowed(ask: () => void): void {
  if (close === null || waiting === null) ask()
  else waiting.push(ask)
}

function stopWaiting(): void {
  const asks = waiting ?? []
  waiting = null
  for (const ask of asks) ask()
  isBegun.put(true)
}

/** Answers about a run that is followed by its own stream: asked again with each of its changes they would fill the line. What is not there has not changed. */
const isKept = ({ queryKey: [name, path], state }: Query) =>
  isMissing(state) ||
  (String(name).startsWith('GET /api/operations/{id}') && isFollowed((path as { id?: unknown } | null)?.id))

/** Nouns of the API whose answers are to be asked again, and when that was told last: what was asked since has it. */
const changed = new Map<string, number>()

/** Marks answers as old some time after the first change, for all that came meanwhile. */
function lookAgain(kinds: readonly string[]): void {
  if (changed.size === 0) {
    setTimeout(() => {
      const all = [...changed]
      changed.clear()
      for (const [noun, moment] of all)
        void outdate(noun, (query) => isKept(query) || !isAskedBefore(query, moment))
    }, pause)
  }
  for (const kind of kinds) for (const noun of told[kind] ?? []) changed.set(noun, performance.now())
}

/** The present state. */
export function liveState(): LiveState {
  return state
}

/** Calls back at every change of the state, until the result is called. */
export function onLiveState(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function put(next: LiveState): void {
  state = next
  for (const listener of listeners) listener()
}
