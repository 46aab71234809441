import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'
import type { PagedList } from './paged-list.ts'

/** The row that has the focus: the element, where it stands, and the address of what it shows. */
interface Held {
  element: HTMLElement
  index: number
  address: string
}

/** How far from its former place a row is looked for, rows. */
const around = 50

/**
 * Keeps the focus with the row that has it while rows come and go; where that row has left, the one in its place has it, or the last.
 * `give` gives the focus to a row, without bringing it into sight. Answers with what the list has to listen to.
 */
export function useKeptFocus<Row>(
  { list, address }: { list: PagedList<Row>; address(row: Row): string },
  scroller: RefObject<HTMLElement | null>,
  give: (index: number) => void,
): { onFocus(event: FocusEvent): void; onBlur(event: FocusEvent): void } {
  const held = useRef<Held | null>(null)
  useEffect(() => {
    const before = held.current
    if (before === null || list.total === null || list.total === 0) return
    const active = document.activeElement
    const isGone = !before.element.isConnected && (active === document.body || active === scroller.current)
    if (!isGone && active !== before.element) return
    const index = indexNow(list, address, before)
    if (index === null) return
    if (isGone || index !== before.index) {
      held.current = { ...before, index }
      give(index)
    } else {
      const row = list.rowAt(index)
      if (row !== undefined) held.current = { ...before, address: address(row) }
    }
  })
  return {
    onFocus({ target }) {
      const element = target.closest<HTMLElement>('[data-index]')
      const index = Number(element?.dataset['index'] ?? Number.NaN)
      const row = list.rowAt(index)
      if (element !== null && row !== undefined) held.current = { element, index, address: address(row) }
    },
    // React tells of what the person does, and not of rows that it takes out of the page itself.
    onBlur({ relatedTarget }) {
      // Another window is no place in this one.
      if (document.hasFocus() && relatedTarget !== scroller.current) held.current = null
    },
  }
}

/** Where the row stands now, or which index is in its place; null while that is not known. */
function indexNow<Row>(list: PagedList<Row>, address: (row: Row) => string, before: Held): number | null {
  const last = (list.total ?? 1) - 1
  for (let step = 0; step <= around; step += 1)
    for (const index of new Set([before.index - step, before.index + step])) {
      const row = index < 0 || index > last ? undefined : list.rowAt(index)
      if (row !== undefined && address(row) === before.address) return index
    }
  const place = Math.min(before.index, last)
  return list.rowAt(place) === undefined ? null : place
}
