import { outdate } from '../api/answers.ts'

/** What may change by itself, as the first part of its addresses in the API. */
const nouns = ['operations', 'anomalies', 'quality-checks', 'containers', 'overview']

/** Milliseconds between two looks at the service. */
const pause = 10_000

/** How the page is kept up to date. */
export type LiveState = 'live' | 'hidden'

let state: LiveState = 'live'
const listeners = new Set<() => void>()

/** Asks again for what is shown while somebody looks at the page; the result stops it. */
export function followChanges(): () => void {
  const look = () => {
    if (document.hidden) return
    for (const noun of nouns) void outdate(noun)
  }
  const seen = () => {
    put(document.hidden ? 'hidden' : 'live')
    look()
  }
  const timer = setInterval(look, pause)
  document.addEventListener('visibilitychange', seen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
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
