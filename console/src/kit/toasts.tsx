import { Button } from './button.tsx'
import { sharedValue } from './shared-value.ts'

interface Toast {
  id: number
  sentence: string
  undo: (() => void) | null
}

/** How long a sentence is shown, milliseconds. */
const shown = 10_000
const toasts = sharedValue<readonly Toast[]>([])
let last = 0

/** Says what was done, for ten seconds, with the way to undo it where there is one. */
export function tell(sentence: string, undo: (() => void) | null = null): void {
  const id = ++last
  toasts.put([...toasts.get().slice(-2), { id, sentence, undo }])
  dropLater(id)
}

/** Takes a sentence away when its time is over, but none while somebody points at them or is among them by keys. */
function dropLater(id: number): void {
  setTimeout(() => {
    if (document.querySelector('.toasts:hover, .toasts:focus-within')) dropLater(id)
    else drop(id)
  }, shown)
}

/** Undoes the newest act that is told and can be undone; does nothing when there is none. */
export function undoLast(): void {
  const newest = toasts.get().findLast(({ undo }) => undo !== null)
  if (!newest?.undo) return
  drop(newest.id)
  newest.undo()
}

/** The sentences of the last seconds. */
export function Toasts() {
  const all = toasts.use()
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
  toasts.put(toasts.get().filter((toast) => toast.id !== id))
}
