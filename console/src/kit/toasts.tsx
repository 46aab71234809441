import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

interface Toast {
  id: number
  sentence: string
  undo: (() => void) | null
}

/** How long a sentence is shown, milliseconds. */
const shown = 10_000
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/** Says what was done, for ten seconds, with the way to undo it where there is one. */
export function tell(sentence: string, undo: (() => void) | null = null): void {
  const id = ++last
  put([...toasts.slice(-2), { id, sentence, undo }])
  setTimeout(() => drop(id), shown)
}

/** Undoes the newest act that can be undone; false when there is none. */
export function undoLast(): boolean {
  const newest = toasts.findLast(({ undo }) => undo !== null)
  if (!newest?.undo) return false
  drop(newest.id)
  newest.undo()
  return true
}

/** The sentences of the last seconds. */
export function Toasts() {
  const all = useSyncExternalStore(listen, () => toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {all.map(({ id, sentence, undo }) => (
        <div key={id} className="popup toast">
          <span>{sentence}</span>
          {undo && (
            <Button
              onClick={() => {
                drop(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

function drop(id: number): void {
  put(toasts.filter((toast) => toast.id !== id))
}

function put(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
