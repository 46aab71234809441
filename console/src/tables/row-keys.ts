import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { readSearch } from '../shell/search.ts'
import type { PagedList } from './paged-list.ts'

/** The rows of a list, and what can be done with one. */
export interface RowActs<Row> {
  list: PagedList<Row>
  /** The address of a row below `/console`, with its query. */
  address(row: Row): string
  /** The row that is shown beside the list; with it, a click beside the words of a row shows it there. */
  preview?: { key: number | null; keyOf(row: Row): number; show(row: Row): void }
  /** The rows that are chosen for an act on several. */
  chosen?: { has(row: Row): boolean; toggle(row: Row): void }
  /** Keys that act on the row in focus; true says that the key was taken. */
  onKey?: (row: Row, event: KeyboardEvent) => boolean
}

/** An address as the router takes it. */
export function placeOf(address: string): { to: string; search: never } {
  const [to = '', query = ''] = address.split('?')
  return { to, search: readSearch(query) as never }
}

/** Moves the focus by a number of rows, or to an end of the list. */
const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20 }

/** Follows the keys that move in a list, and gives the focus to rows, also to those that are drawn later. `scrollTo` brings a row into sight. */
export function useRowKeys<Row>(
  { list, address, preview, chosen, onKey }: RowActs<Row>,
  scroller: { current: HTMLDivElement | null },
  scrollTo: (index: number) => void,
): (event: KeyboardEvent) => void {
  const navigate = useNavigate()
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (document.activeElement === scroller.current) takeFocus(scroller.current, wanted)
  })
  const focus = (index: number) => {
    scrollTo(index)
    wanted.current = index
    // Until the row is drawn the list has the focus, so that no key is lost with the row that had it before.
    if (!takeFocus(scroller.current, wanted)) scroller.current?.focus({ preventScroll: true })
    const row = list.rowAt(index)
    if (row !== undefined) preview?.show(row)
  }
  return (event) => {
    const target = event.target as HTMLElement
    const at = target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? wanted.current
    if (at === null || target.matches('input, textarea, select')) return
    const index = Number(at)
    const row = list.rowAt(index)
    const end = (list.total ?? 1) - 1
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
    if (step !== undefined) focus(Math.min(end, Math.max(0, index + step)))
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(end)
    else if (row === undefined) return
    else if (event.key === 'Enter') void navigate(placeOf(address(row)))
    else if (event.key === 'x' && chosen) chosen.toggle(row)
    else if (onKey?.(row, event) !== true) return
    event.preventDefault()
  }
}

/** Gives the focus to the row that is to have it; false when it is not drawn yet. */
function takeFocus(list: HTMLElement | null, wanted: { current: number | null }): boolean {
  const row = list?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
  if (!row) return false
  // It is in sight already, and the browser would scroll by where it is drawn before the next frame.
  row.focus({ preventScroll: true })
  wanted.current = null
  return true
}
