import { isMissing, outdate } from '../api/answers.ts'
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

/** How the page is kept up to date: as things change, not at the moment, or not while nobody sees it. */
export type LiveState = 'live' | 'reconnecting' | 'hidden'

let state: LiveState = 'reconnecting'
const listeners = new Set<() => void>()

/** Has what changed asked again, as long as somebody looks at the page; the result stops it. */
export function followChanges(): () => void {
  let stream: (() => void) | null = null
  const look = gather()
  const close = () => {
    stream?.()
    stream = null
  }
  const attend = () => {
    if (document.hidden) {
      // A browser has few connections to a host, for all its tabs together.
      close()
      put('hidden')
    } else if (stream === null) {
      stream = open(look, close)
    }
  }
  attend()
  document.addEventListener('visibilitychange', attend)
  return () => {
    document.removeEventListener('visibilitychange', attend)
    close()
  }
}

function open(look: (kinds: readonly string[]) => void, close: () => void): () => void {
  return listen(`/api/events?topics=${Object.keys(told).join(',')}`, {
    open: () => put('live'),
    resync: () => look(Object.keys(told)),
    change: ({ data }) => look([JSON.parse(data).kind]),
    error: () => put('reconnecting'),
    refused() {
      close()
      put('reconnecting')
      void outdate('users')
    },
  })
}

/** Answers about a run that is followed by its own stream: asked again with each of its changes they would fill the line. What is not there has not changed. */
const isKept: Parameters<typeof outdate>[1] = (name, path, state) =>
  isMissing(state) ||
  (name.startsWith('GET /api/operations/{id}') && isFollowed((path as { id?: unknown } | null)?.id))

/** Marks answers as old some time after the first change, for all that came meanwhile. */
function gather(): (kinds: readonly string[]) => void {
  const nouns = new Set<string>()
  return (kinds) => {
    if (nouns.size === 0) {
      setTimeout(() => {
        const all = [...nouns]
        nouns.clear()
        for (const noun of all) void outdate(noun, isKept)
      }, pause)
    }
    for (const kind of kinds) for (const noun of told[kind] ?? []) nouns.add(noun)
  }
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
