import type { PointerEvent } from 'react'

/** The end of the head of a column: drawn, it makes the column wider or narrower; a double click gives it its usual width. Keys do that in the menu of columns. */
export function Grip({ resize }: { resize: (width: number | null) => void }) {
  const draw = ({ currentTarget, clientX: from, pointerId }: PointerEvent<HTMLElement>) => {
    const grip: HTMLElement = currentTarget
    const before = grip.parentElement?.clientWidth ?? 0
    const drawn = new AbortController()
    const { signal } = drawn
    grip.setPointerCapture(pointerId)
    grip.addEventListener('pointermove', ({ clientX }) => resize(before + clientX - from), { signal })
    grip.addEventListener('lostpointercapture', () => drawn.abort(), { signal })
  }
  return <span className="grip" aria-hidden="true" onPointerDown={draw} onDoubleClick={() => resize(null)} />
}
