import { useLayoutEffect, useState, type RefObject } from 'react'
import { useNarrow } from './narrow.ts'

/** Whether there is no room for the columns of a table in its box, whatever stands in them now: on a narrow screen, and where it would have to scroll sideways. */
export function useFolding(box: RefObject<HTMLElement | null>): boolean {
  const isNarrow = useNarrow()
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  // How wide the columns were when they had no room; once they are folded that can no longer be seen.
  const [needed, setNeeded] = useState(0)
  const isFolded = isNarrow || room < needed
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = box.current ?? {}
    if (isFolded || scrollWidth <= clientWidth) return
    setNeeded(scrollWidth)
    setRoom(clientWidth)
  })
  return isFolded
}
