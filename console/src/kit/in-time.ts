import { useSyncExternalStore } from 'react'

/** Milliseconds after which words about the present are looked at again. */
const step = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Words that become others as time goes by, such as how long ago something was; drawn again only where they have. */
export function useInTime(words: () => string): string {
  return useSyncExternalStore(listen, words)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, step)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
